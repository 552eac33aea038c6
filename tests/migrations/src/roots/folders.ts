import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { defineTool, toolwire } from 'toolwire';
import { z } from 'zod';

const request = { roots: { kind: 'roots' } } as const;
const root = z.object({ uri: z.string() });
const paths = z.array(root.transform(({ uri }) => fileURLToPath(uri)));

const folders = defineTool({
  id: 'Files.Folders',
  version: '1.0.0',
  name: 'list_folders',
  description: 'Lists the folders that this server may read.',
  output: z.array(z.string()),
  run: async (_input, { client, ask }) => {
    const asked = client.canAsk('roots') ? await ask(request) : undefined;
    const roots = paths.catch([]).parse(asked?.roots.content);
    return roots.length > 0 ? roots : process.argv.slice(2);
  },
});

const { PORT: port } = process.env;
const tools = toolwire({
  tools: [folders],
  name: 'files',
  version: '1.0.0',
});
if (port === undefined) tools.stdio();
else {
  const { url } = await tools.listen(Number(port));
  process.stdout.write(url);
}
