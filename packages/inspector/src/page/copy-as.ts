import type { Json } from './json.ts';
import { type ToolState, toolKey } from './tool.ts';

/** A call as a command or as code. */
export interface CopiedCall {
  readonly title: string;
  readonly text: string;
}

/** The call to copy. */
export interface CopySubject {
  readonly tool: ToolState;
  readonly input: Json;
  /** The base URL of the server. */
  readonly url: string;
  /** The path for calls over Open Tool Calling. */
  readonly callPath: string;
  /** The names of the headers with credentials. Their values are not copied. */
  readonly credentialNames: readonly string[];
}

/** Writes a call as a curl command, as a toolwire command, as code and as a test. */
export function copiesOf(subject: CopySubject): readonly CopiedCall[] {
  const { tool, input, url } = subject;
  const id = JSON.stringify(toolKey(tool));
  const text = JSON.stringify(input, null, 2);
  const auth = subject.credentialNames.length === 0 ? '' : ", auth: { apiKey: process.env.TOOLWIRE_API_KEY ?? '' }";
  const start = `import { createClient } from '@toolwire/client';\n`;
  const clientLine = `const client = createClient({ url: ${JSON.stringify(url)}${auth} });\n`;
  return [
    { title: 'curl', text: curlOf(subject) },
    {
      title: 'toolwire call',
      text: `toolwire call ${shellText(url)} ${toolKey(tool)} --input ${shellText(JSON.stringify(input))}`,
    },
    {
      title: 'Client',
      text: `${start}\n${clientLine}const result = await client.call(${id}, ${text});\nconsole.log(result);`,
    },
    {
      title: 'vitest',
      text: [
        `${start}import { expect, test } from 'vitest';`,
        '',
        `test(${JSON.stringify(`${toolKey(tool)} answers`)}, async () => {`,
        `  ${clientLine.trim()}`,
        `  const result = await client.call(${id}, ${text.replaceAll('\n', '\n  ')});`,
        "  expect(result).toMatchObject({ kind: 'value' });",
        '});',
      ].join('\n'),
    },
  ];
}

function curlOf({ tool, input, url, callPath, credentialNames }: CopySubject): string {
  const request = { tool_id: toolKey(tool), input };
  const credentials = credentialNames.map((name) => ` -H "${name}: $${name.replaceAll('-', '_').toUpperCase()}"`);
  const body = shellText(JSON.stringify({ $schema: 'otc://1.0', request }));
  return `curl -s ${shellText(new URL(callPath, url).href)} -H 'content-type: application/json'${credentials.join('')} -d ${body}`;
}

/** Quotes a text for a shell. */
function shellText(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
