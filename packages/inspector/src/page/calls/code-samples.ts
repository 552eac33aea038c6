import type { ToolState } from '../../server-state.ts';
import type { Json } from '../json.ts';
import { toolKey } from '../tools.ts';

/** A call as a command or as code. */
interface CodeSample {
  /** Part of the ID of its tab, so it has no spaces. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

interface SampleCall {
  readonly tool: ToolState;
  readonly input: Json;
  /** The base URL of the server. */
  readonly url: string;
  /** The path for calls over Open Tool Calling. */
  readonly callPath: string;
  /** The header with credentials, if there are any. Its value is not copied. */
  readonly credentialName: string | undefined;
}

/** Writes a call as commands, as code and as a test. */
export function writeCodeSamples(call: SampleCall): readonly [CodeSample, ...CodeSample[]] {
  const { tool, input, url } = call;
  return [
    { id: 'curl', title: 'curl', text: writeCurl(call) },
    { id: 'fetch', title: 'fetch', text: writeFetch(call) },
    { id: 'client', title: 'toolwire client', text: writeClient(call) },
    {
      id: 'call',
      title: 'toolwire call',
      text: `toolwire call ${quoteForShell(url)} ${toolKey(tool)} --input ${quoteForShell(JSON.stringify(input))}`,
    },
    { id: 'vitest', title: 'Vitest', text: writeTest(call) },
  ];
}

function writeCurl(call: SampleCall): string {
  const { url, callPath, credentialName } = call;
  return [
    `curl -s ${quoteForShell(new URL(callPath, url).href)}`,
    "-H 'content-type: application/json'",
    ...(credentialName === undefined ? [] : [`-H "${credentialName}: $${variableOf(credentialName)}"`]),
    `-d ${quoteForShell(bodyOf(call))}`,
  ].join(' \\\n  ');
}

function writeFetch(call: SampleCall): string {
  const { url, callPath, credentialName } = call;
  return [
    `const response = await fetch(${JSON.stringify(new URL(callPath, url).href)}, {`,
    "  method: 'POST',",
    '  headers: {',
    "    'content-type': 'application/json',",
    ...(credentialName === undefined
      ? []
      : [`    ${JSON.stringify(credentialName)}: process.env.${variableOf(credentialName)} ?? '',`]),
    '  },',
    `  body: JSON.stringify(${indent(bodyOf(call))}),`,
    '});',
    'console.log(await response.json());',
  ].join('\n');
}

const clientImport = "import { createClient } from '@toolwire/client';";

function writeClient(call: SampleCall): string {
  return [clientImport, '', clientLine(call), callLine(call), 'console.log(result);'].join('\n');
}

function writeTest(call: SampleCall): string {
  return [
    clientImport,
    "import { expect, test } from 'vitest';",
    '',
    `test(${JSON.stringify(`${toolKey(call.tool)} succeeds`)}, async () => {`,
    `  ${clientLine(call)}`,
    `  ${indent(callLine(call))}`,
    "  expect(result).toMatchObject({ kind: 'value' });",
    '});',
  ].join('\n');
}

function clientLine({ url, credentialName }: SampleCall): string {
  return `const client = createClient({ url: ${JSON.stringify(url)}${authOption(credentialName)} });`;
}

function callLine({ tool, input }: SampleCall): string {
  return `const result = await client.call(${JSON.stringify(toolKey(tool))}, ${JSON.stringify(input, null, 2)});`;
}

/** Writes the option of the client for the credentials. */
function authOption(credentialName: string | undefined): string {
  if (credentialName === undefined) return '';
  return credentialName.toLowerCase() === 'authorization'
    ? ", auth: { token: process.env.TOOLWIRE_TOKEN ?? '' }"
    : ", auth: { apiKey: process.env.TOOLWIRE_API_KEY ?? '' }";
}

/** Writes the body of a request over Open Tool Calling. */
function bodyOf({ tool, input }: SampleCall): string {
  return JSON.stringify({ $schema: 'otc://1.0', request: { tool_id: toolKey(tool), input } }, null, 2);
}

/** Returns the environment variable for the value of a header. */
function variableOf(header: string): string {
  return header.replaceAll(/\W/g, '_').toUpperCase();
}

function indent(code: string): string {
  return code.replaceAll('\n', '\n  ');
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
