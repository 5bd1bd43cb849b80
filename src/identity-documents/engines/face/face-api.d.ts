declare module '@vladmandic/face-api/dist/face-api.node-wasm.js';
