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

/** Writes a call as commands, as code and as a test. */
export function copiesOf(subject: CopySubject): readonly [CopiedCall, ...CopiedCall[]] {
  const { tool, input, url } = subject;
  const id = JSON.stringify(toolKey(tool));
  const text = JSON.stringify(input, null, 2);
  const auth = authOf(subject);
  const start = `import { createClient } from '@toolwire/client';\n`;
  const clientLine = `const client = createClient({ url: ${JSON.stringify(url)}${auth} });\n`;
  return [
    { title: 'curl', text: curlOf(subject) },
    { title: 'fetch', text: fetchOf(subject) },
    {
      title: 'toolwire client',
      text: `${start}\n${clientLine}const result = await client.call(${id}, ${text});\nconsole.log(result);`,
    },
    {
      title: 'toolwire call',
      text: `toolwire call ${shellText(url)} ${toolKey(tool)} --input ${shellText(JSON.stringify(input))}`,
    },
    {
      title: 'Vitest',
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

/** The body of a request over Open Tool Calling. */
function bodyOf({ tool, input }: CopySubject): string {
  return JSON.stringify({ $schema: 'otc://1.0', request: { tool_id: toolKey(tool), input } }, null, 2);
}

/** The option of the client for the credentials. */
function authOf({ credentialNames: [name] }: CopySubject): string {
  if (name === undefined) return '';
  const isToken = name.toLowerCase() === 'authorization';
  return isToken
    ? ", auth: { token: process.env.TOOLWIRE_TOKEN ?? '' }"
    : ", auth: { apiKey: process.env.TOOLWIRE_API_KEY ?? '' }";
}

/** The variable of the environment with a credential. */
function variableOf(name: string): string {
  return name.replaceAll(/\W/g, '_').toUpperCase();
}

function curlOf(subject: CopySubject): string {
  const { url, callPath, credentialNames } = subject;
  return [
    `curl -s ${shellText(new URL(callPath, url).href)}`,
    "-H 'content-type: application/json'",
    ...credentialNames.map((name) => `-H "${name}: $${variableOf(name)}"`),
    `-d ${shellText(bodyOf(subject))}`,
  ].join(' \\\n  ');
}

function fetchOf(subject: CopySubject): string {
  const { url, callPath, credentialNames } = subject;
  return [
    `const response = await fetch(${JSON.stringify(new URL(callPath, url).href)}, {`,
    "  method: 'POST',",
    '  headers: {',
    "    'content-type': 'application/json',",
    ...credentialNames.map((name) => `    ${JSON.stringify(name)}: process.env.${variableOf(name)} ?? '',`),
    '  },',
    `  body: JSON.stringify(${bodyOf(subject).replaceAll('\n', '\n  ')}),`,
    '});',
    'console.log(await response.json());',
  ].join('\n');
}

/** Quotes a text for a shell. */
function shellText(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
