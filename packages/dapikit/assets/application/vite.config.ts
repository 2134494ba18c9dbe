import { localNetwork } from 'dapikit/vite';
import { defineConfig } from 'vite';

// `vite --mode testnet` connects to testnet.
export default defineConfig(({ mode }) => ({
  plugins: mode === 'testnet' ? [] : [localNetwork()],
  // evo-sdk loads WebAssembly while the module loads.
  build: { target: 'es2022' },
}));
