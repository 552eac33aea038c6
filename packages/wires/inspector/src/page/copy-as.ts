import type { Json } from './json.ts';
import { type ToolState, toolKey } from './tool.ts';

/** A call in the words of another tool of the trade. */
export interface CopiedCall {
  readonly title: string;
  readonly text: string;
}

/** What is called, and where. */
export interface CopySubject {
  readonly tool: ToolState;
  readonly input: Json;
  /** The address of the server, up to where its wires begin. */
  readonly url: string;
  /** Where calls of Open Tool Calling go. */
  readonly callPath: string;
  /** The names of the headers with credentials; what they hold is for whoever runs the text to put in. */
  readonly credentialNames: readonly string[];
}

/** Writes a call as a line for curl, for the command line of toolwire, as code, and as a test. */
export function copiesOf(subject: CopySubject): readonly CopiedCall[] {
  const { tool, input, url } = subject;
  const id = JSON.stringify(toolKey(tool));
  const text = JSON.stringify(input, null, 2);
  const auth = subject.credentialNames.length === 0 ? '' : ", auth: { apiKey: process.env.TOOLWIRE_API_KEY ?? '' }";
  const start = `import { createClient } from '@toolwire/client';\n`;
  const made = `const client = createClient({ url: ${JSON.stringify(url)}${auth} });\n`;
  return [
    { title: 'curl', text: curlOf(subject) },
    {
      title: 'toolwire call',
      text: `toolwire call ${shellText(url)} ${toolKey(tool)} --input ${shellText(JSON.stringify(input))}`,
    },
    {
      title: 'Client',
      text: `${start}\n${made}const result = await client.call(${id}, ${text});\nconsole.log(result);`,
    },
    {
      title: 'vitest',
      text: [
        `${start}import { expect, test } from 'vitest';`,
        '',
        `test(${JSON.stringify(`${toolKey(tool)} answers`)}, async () => {`,
        `  ${made.trim()}`,
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

/** A text as a shell takes it, whatever stands in it. */
function shellText(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
