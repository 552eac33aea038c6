import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { check, get, post, read, serve, toolCall } from '@toolwire-examples/verify';
import { app } from './app.ts';

const { url, close } = await serve(app);
const ada = { authorization: 'Bearer token-of-ada' };

async function connect(mode: 'auto' | 'legacy'): Promise<Client> {
  const client = new Client({ name: 'example', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/ai/mcp`), { requestInit: { headers: ada } }));
  return client;
}

for (const mode of ['auto', 'legacy'] as const) {
  const client = await connect(mode);
  const revision = client.getNegotiatedProtocolVersion();
  const { tools } = await client.listTools();
  check(
    `${revision}: the tools are listed`,
    tools.map(({ name }) => name),
    ['Office_Greet', 'Office_Print'],
  );
  const greeted = await client.callTool({ name: 'Office_Greet', arguments: { greeting: 'Hello' } });
  check(`${revision}: the tool sees who is signed in`, greeted.content, [{ type: 'text', text: 'Hello, Ada!' }]);
  const seen: number[] = [];
  const onprogress = ({ progress }: { progress: number }): void => void seen.push(progress);
  const printed = await client.callTool({ name: 'Office_Print', arguments: { pages: 3 } }, { onprogress });
  check(
    `${revision}: progress comes ahead of the answer`,
    [seen, printed.structuredContent],
    [[1, 2, 3], { printed: 3 }],
  );
  await client.close();
}

const called = await post(`${url}/ai/tools/call`, toolCall('Office.Greet', { greeting: 'Hello' }), ada);
check('the same tool answers over Open Tool Calling', read(called, 'result.value'), 'Hello, Ada!');
const stranger = await post(`${url}/ai/mcp`, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
check("a stranger gets the app's own 401", [stranger.status, stranger.body], [401, { error: 'Please sign in' }]);
const page = await post(`${url}/ai/mcp`, {}, { ...ada, origin: 'https://evil.example.com' });
check('a page of somebody else gets nothing', page.status, 403);
const home = await get(url);
check("the app's own route answers as before", home.body, 'The app that was here before');

close();
