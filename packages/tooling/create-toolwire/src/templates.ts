import manifest from '../package.json' with { type: 'json' };

/** The range of packages that are released together with this one. */
export const ownRange = `^${manifest.version}`;

/** Dependencies of new code. A test compares them with the versions of the workspace. */
export const ranges = {
  '@types/koa-mount': '^4.0.5',
  '@types/node': '^20.19.43',
  'koa-mount': '^4.2.0',
  tsx: '^4.23.15',
  typescript: '^6.0.3',
  zod: '^4.6.7',
} as const;

/** The first tool of a project. */
export const addToolSource = `const add = defineTool({
  id: 'Calculator.Add',
  version: '1.0.0',
  description: 'Adds two numbers.',
  input: z.object({
    a: z.number().describe('The first number.'),
    b: z.number().describe('The second number.'),
  }),
  output: z.number(),
  annotations: { readOnly: true },
  run: ({ a, b }) => a + b,
});
`;

/** A curl command that calls this tool. */
export function curlLine(url: string): string {
  const body = '{"request":{"tool_id":"Calculator.Add","input":{"a":10,"b":5}}}';
  return `curl -s ${url}/tools/call -H 'content-type: application/json' -d '${body}'`;
}

/** A command of the command line that calls this tool. */
export function callLine(program: string, url: string): string {
  return `npx ${program} call ${url} Calculator.Add a=10 b=5`;
}

/** The command that adds a server to Claude Code. */
export function connectLine(name: string, mcpUrl: string): string {
  return `claude mcp add -t http ${name} ${mcpUrl}`;
}
