import { Session } from 'node:inspector';
import process from 'node:process';
import { createCaller, defineTool, toolwire } from 'toolwire';

/** Serves one tool, requests the page, calls the tool, and reports whether the process has loaded the page. */
const loaded: string[] = [];
const session = new Session();
session.connect();
session.on('Debugger.scriptParsed', ({ params }) => loaded.push(params.url));
session.post('Debugger.enable');

const tool = defineTool({
  id: 'One.Tool',
  version: '1.0.0',
  description: 'Does nothing.',
  input: { type: 'object', properties: {} },
  run: () => 'done',
});
const asked = process.env['INSPECTOR'];
const server = toolwire({ tools: [tool], ...(asked !== undefined && { inspector: asked === 'true' }) });
const { url, close } = await server.listen(0, { closeOnSignals: false });
await createCaller(server)('One.Tool');
await fetch(`${url}/tools`);
const before = loaded.length;
const { status } = await fetch(`${url}/inspector`);
await close();
const isPage = (file: string): boolean => file.endsWith(`/${process.env['PART']}`);
process.stdout.write(
  JSON.stringify({ status, before: loaded.slice(0, before).some(isPage), after: loaded.some(isPage) }),
);
