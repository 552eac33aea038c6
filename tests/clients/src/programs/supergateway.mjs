import { connectOver } from './over-stdio.mjs';

export function connect({ url }) {
  return connectOver('node_modules/supergateway/dist/index.js', ['--streamableHttp', url, '--logLevel', 'none']);
}
