/** A drawn head and shoulders, not of any real person; 32 × 41 mm at (`x`, `y`). */
export function portrait(x: number, y: number): string {
  return `<svg x="${x}" y="${y}" width="32" height="41" viewBox="0 0 320 410">
<defs>
  <linearGradient id="wall" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#e9edf0"/><stop offset="1" stop-color="#c3ccd3"/>
  </linearGradient>
  <radialGradient id="skin" cx="0.4" cy="0.38" r="0.75">
    <stop offset="0" stop-color="#f0cdb4"/><stop offset="0.6" stop-color="#dcaa8b"/><stop offset="1" stop-color="#a8765a"/>
  </radialGradient>
  <linearGradient id="neck" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#9d6f55"/><stop offset="0.5" stop-color="#d3a184"/><stop offset="1" stop-color="#c8967a"/>
  </linearGradient>
  <linearGradient id="hair" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#6d4a30"/><stop offset="0.5" stop-color="#48301f"/><stop offset="1" stop-color="#2b1c12"/>
  </linearGradient>
  <linearGradient id="coat" x1="0" y1="0" x2="1" y2="0">
    <stop offset="0" stop-color="#33455e"/><stop offset="0.5" stop-color="#25344a"/><stop offset="1" stop-color="#172233"/>
  </linearGradient>
  <filter id="soft"><feGaussianBlur stdDeviation="2.2"/></filter>
  <filter id="softer"><feGaussianBlur stdDeviation="7"/></filter>
</defs>
<rect width="320" height="410" fill="url(#wall)"/>
<ellipse cx="176" cy="235" rx="130" ry="170" fill="#8e9aa3" opacity="0.35" filter="url(#softer)"/>
<g filter="url(#soft)">
  <path d="M78 210C56 70 116 36 164 38C226 38 266 86 246 214C256 268 246 300 232 318L92 318C74 290 70 250 78 210Z" fill="url(#hair)"/>
  <path d="M126 262L126 330C126 352 196 352 198 330L198 262Z" fill="url(#neck)"/>
  <path d="M-8 410C4 344 76 334 122 316C136 348 188 348 204 316C250 336 318 344 330 410Z" fill="url(#coat)"/>
  <path d="M120 314C132 352 190 354 206 314L190 306C182 330 146 330 134 306Z" fill="#e8e9ea"/>
  <path d="M96 180C92 116 118 82 162 82C208 82 232 118 228 182C226 236 198 286 162 288C126 286 100 236 96 180Z" fill="url(#skin)"/>
  <path d="M92 176C90 104 122 66 166 68C212 70 238 108 232 176C226 140 204 118 186 106C160 128 112 128 92 176Z" fill="url(#hair)"/>
</g>
<g filter="url(#soft)">
  <path d="M112 168Q128 157 148 166" stroke="#4b3323" stroke-width="5" fill="none"/>
  <path d="M178 166Q198 157 213 168" stroke="#4b3323" stroke-width="5" fill="none"/>
  <ellipse cx="131" cy="185" rx="13" ry="7" fill="#f5efe9"/><ellipse cx="194" cy="185" rx="13" ry="7" fill="#f5efe9"/>
  <circle cx="131" cy="185" r="6.5" fill="#4e5d52"/><circle cx="194" cy="185" r="6.5" fill="#4e5d52"/>
  <circle cx="131" cy="185" r="3" fill="#161616"/><circle cx="194" cy="185" r="3" fill="#161616"/>
  <path d="M116 181Q131 171 147 183" stroke="#38261b" stroke-width="3" fill="none"/>
  <path d="M179 183Q194 171 210 181" stroke="#38261b" stroke-width="3" fill="none"/>
  <path d="M160 186C158 206 150 218 150 223C154 231 172 231 176 223" stroke="#b07f63" stroke-width="4" fill="none"/>
  <path d="M136 250Q150 243 163 247Q176 243 190 250Q164 268 136 250Z" fill="#b5655c"/>
  <path d="M136 250Q163 254 190 250" stroke="#8a4841" stroke-width="2" fill="none"/>
  <ellipse cx="116" cy="218" rx="14" ry="10" fill="#d88f78" opacity="0.4"/>
  <ellipse cx="210" cy="218" rx="13" ry="10" fill="#c47c66" opacity="0.35"/>
</g>
</svg>`;
}
