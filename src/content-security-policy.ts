/**
 * What pages may load: our own origin only. Scripts and styles carry a nonce; blob: and data: pictures are what
 * pdf.js and the camera draw, and blob: workers are never needed.
 */
export const CONTENT_SECURITY_POLICY: Record<string, string[]> = {
  'default-src': ["'none'"],
  // WebAssembly unpacks the fax, JBIG2 and JPEG 2000 pictures of scanned documents; it is fetched like any script.
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'blob:', 'data:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'media-src': ["'self'", 'blob:'],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};
