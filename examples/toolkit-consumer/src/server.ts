import { server } from './tool-server.ts';

const { url } = await server.listen(Number(process.env['PORT'] ?? 3000));
console.log(`${server.tools.map(({ id }) => id).join(', ')} answer on ${url}/tools/call`);
