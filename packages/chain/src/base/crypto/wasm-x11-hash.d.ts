declare module 'wasm-x11-hash' {
  export default function loadX11(): Promise<{ digest(bytes: Uint8Array): Buffer }>;
}
