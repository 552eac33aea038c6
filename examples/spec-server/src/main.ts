import { curlLines } from './curl-lines.ts';
import { specServer } from './spec-server.ts';

const server = specServer({ fixtures: process.env['FIXTURES'] === '1' });
const { url } = await server.listen(Number(process.env['PORT'] ?? 3000), {
  host: process.env['HOST'] ?? '127.0.0.1',
});

console.log(`Open Tool Calling 1.0 on ${url}\n`);
for (const tool of server.tools) console.log(`  ${tool.id}@${tool.version}  ${tool.description}`);
console.log(`\nTry it:\n\n${curlLines(url)}\n`);
