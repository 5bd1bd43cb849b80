declare module 'heic-decode' {
  interface HeicImage {
    width: number;
    height: number;
    /** RGBA, four bytes a pixel; turned as the file asks. */
    decode(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
  }

  const decode: {
    /** Headers of all pictures in the file; `dispose` frees them. Throws on a file that it cannot read. */
    all(input: { buffer: Uint8Array }): Promise<HeicImage[] & { dispose(): void }>;
  };
  export default decode;
}
