// Port a server of McpServer with a tool keep_note, which takes a string and returns the number of notes with a sentence. A third
// note is an error. Show with the official client that the name and the results are the same as before.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { defineTool, ToolError, toolwire, withContent } from 'toolwire';
import { z } from 'zod';

const notes: string[] = [];
const keep = defineTool({
  id: 'Notes.Keep',
  version: '1.0.0',
  name: 'keep_note',
  description: 'Keeps a note.',
  input: z.object({ text: z.string().describe('What to keep.') }),
  output: z.object({ count: z.int() }),
  run: ({ text }) => {
    if (notes.length === 1) throw new ToolError('There is no room');
    const count = notes.push(text);
    return withContent({ count }, `Kept ${count} of 1`);
  },
});
const { url, close } = await toolwire({ tools: [keep], name: 'notes', version: '1.0.0' }).listen(0);

const client = new Client({ name: 'check', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
for (const text of ['tea', 'milk']) {
  const { content } = await client.callTool({ name: 'keep_note', arguments: { text } });
  console.log(content[0]?.type === 'text' && content[0].text);
}
await client.close();
await close();
