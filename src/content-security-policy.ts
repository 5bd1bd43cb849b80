/**
 * Pages load only from our own origin. Scripts and styles need a nonce. pdf.js and the camera draw images from blob:
 * and data: addresses; blob: workers are never needed.
 */
export const CONTENT_SECURITY_POLICY: Record<string, string[]> = {
  'default-src': ["'none'"],
  // WebAssembly decodes the fax, JBIG2 and JPEG 2000 images of scanned documents; it is fetched like a script.
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
