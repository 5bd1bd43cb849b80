declare module 'heic-decode' {
  interface HeicImage {
    width: number;
    height: number;
    /** RGBA, four bytes per pixel, with the orientation applied. */
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
  }

  const decode: {
    /** Headers of all images in the file; call `dispose` to free them. Throws on an unreadable file. */
    all(input: { buffer: Uint8Array }): Promise<HeicImage[] & { dispose(): void }>;
  };
  export default decode;
}
