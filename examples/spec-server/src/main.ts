import { exposureWarning } from '@toolwire/auth';
import { curlLines } from './curl-lines.ts';
import { readSettings } from './settings.ts';
import { specServer } from './spec-server.ts';

const settings = readSettings(process.env);
const { host, port, auth, allowUnauthenticated } = settings;
const exposed = exposureWarning({ host, authenticated: auth !== undefined });
if (exposed !== undefined && !allowUnauthenticated) {
  console.error(`${exposed} To allow unauthenticated calls, set ALLOW_UNAUTHENTICATED=1.`);
  process.exit(1);
}
for (const warning of settings.warnings) console.warn(`Warning: ${warning}.`);

const server = specServer(settings);
const { url } = await server.listen(port, { host }).catch((error: unknown) => {
  // Such as that the port is in use, which needs no stack.
  console.error(`${error instanceof Error ? error.message : String(error)}\nAnother port: PORT=3001 npm start`);
  return process.exit(1);
});

console.log(`Open Tool Calling 1.0 on ${url}${auth === undefined ? '' : ', for callers with credentials'}\n`);
for (const tool of server.tools) console.log(`  ${tool.id}@${tool.version}  ${tool.description}`);
console.log(`\nTry it:\n\n${curlLines(url)}\n`);
