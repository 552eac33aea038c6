import { connectOver } from './over-stdio.mjs';

export function connect({ url }) {
  return connectOver('node_modules/mcp-remote/dist/proxy.js', [url, '--allow-http']);
}
