/** The lines that the program reads in any case. */
export const importsAlone = `
import { defineTool } from '@toolwire/core';
import { createToolServer } from '@toolwire/server';
import { createClient } from '@toolwire/client';
import { z } from 'zod';
const server = createToolServer({ wires: [], tools: [defineTool({ id: 'Kit.Tool', version: '1.0.0', description: 'Adds.', input: z.object({ a: z.number() }), run: () => 1 })] });
const client = createClient<typeof server>({ url: 'https://tools.example.com' });
await client.call('Kit.Tool', { a: 1 });
`;

/** A program with so many tools, a server of them and a client that is typed by it. */
export function clientOfTools(count: number): string {
  const numbers = Array.from({ length: count }, (_tool, index) => index);
  const definitions = numbers.map(
    (n) => `const tool${n} = defineTool({
  id: 'Kit${n % 20}.Tool${n}', version: '1.${n}.0', description: 'Adds.',
  input: z.object({ a${n}: z.number(), b: z.string().optional() }), output: z.object({ sum${n}: z.number() }),
  run: (input) => ({ sum${n}: input.a${n} }),
});`,
  );
  return `
import { defineTool } from '@toolwire/core';
import { createToolServer } from '@toolwire/server';
import { createClient } from '@toolwire/client';
import { z } from 'zod';
${definitions.join('\n')}
const server = createToolServer({ wires: [], tools: [${numbers.map((n) => `tool${n}`).join(', ')}] });
const client = createClient<typeof server>({ url: 'https://tools.example.com' });
await client.call('Kit7.Tool7', { a7: 1 });
await client.call('Kit8.Tool8@1.8.0', { a8: 1 });
await client.tools.Kit9.Tool9({ a9: 1 });
`;
}
