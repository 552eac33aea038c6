import type { ToolInfo } from '@toolwire/core';
import { type HttpResponse, jsonResponse, type ToolPage } from '@toolwire/core/wire';
import type { DescribedChange, InspectorOptions, ModelDescription } from '@toolwire/internal';

/** A tool with a longer schema is not worked on: no model takes one, and nobody reads it. */
const longestSchema = 500_000;
/** How much of one definition is told. */
const longestDefinition = 100_000;
const mostChanges = 100;
const longestMessage = 1_000;

/** Says how model APIs are told of the tool that a query names, worked out when it is asked for. */
export async function describeModels(
  { tools }: ToolPage,
  query: string,
  load: InspectorOptions['models'],
): Promise<HttpResponse> {
  if (load === undefined) return problem(501, 'This inspector was given nothing that knows what models are told.');
  const key = new URLSearchParams(query).get('tool');
  const tool = tools.find(({ id, version }) => `${id}@${version}` === key);
  if (tool === undefined) return problem(404, 'There is no such tool any more: load the page again.');
  let module: Awaited<ReturnType<typeof load>>;
  try {
    module = await load();
  } catch (thrown) {
    return problem(501, isMissing(thrown) ? notInstalled : failsToLoad);
  }
  try {
    const length = lengthOf(tool);
    if (length > longestSchema) {
      return problem(413, `Its schema has ${length} characters, which is more than any model takes.`);
    }
    const descriptions = await module.describeForModels(tools, tool);
    return jsonResponse(200, { apis: descriptions.map(shortened) });
  } catch {
    // Of a schema that is deeper than its reader goes, say; whoever looks can do nothing about the words of the engine.
    return problem(500, 'What models are told of this tool could not be worked out.');
  }
}

const notInstalled = 'It could not be loaded. It is a package of its own: npm install --save-dev @toolwire/models';
// The words of what is thrown name files of the machine: they are for who runs the server.
const failsToLoad =
  'It could not be loaded, and not because it is missing. To see why, run this beside your server: node -e "import(\'@toolwire/models/describe\')"';

function isMissing(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}

function problem(status: number, message: string): HttpResponse {
  return jsonResponse(status, { message });
}

function lengthOf({ inputSchema, inputDocument = inputSchema }: ToolInfo): number {
  return (
    JSON.stringify(inputSchema).length + (inputDocument === inputSchema ? 0 : JSON.stringify(inputDocument).length)
  );
}

function shortened({ api, name, definition, changes, strict }: ModelDescription): object {
  return {
    api,
    name,
    definition: textOf(definition),
    changes: firstOf(changes),
    ...(strict !== undefined && {
      strict: {
        ...(strict.definition !== undefined && { definition: textOf(strict.definition) }),
        reasons: firstOf(strict.reasons),
      },
    }),
  };
}

function textOf(definition: object): string {
  const text = JSON.stringify(definition);
  return text.length <= longestDefinition
    ? text
    : `${text.slice(0, longestDefinition)}\n… ${text.length} characters in all`;
}

function firstOf(changes: readonly DescribedChange[]): readonly DescribedChange[] {
  const shown = changes
    .slice(0, mostChanges)
    .map(({ code, at, message }) => ({ code, at: cut(at), message: cut(message) }));
  const left = changes.length - shown.length;
  return left === 0 ? shown : [...shown, { code: 'more', at: '', message: `${left} more are not shown.` }];
}

function cut(text: string): string {
  return text.length <= longestMessage ? text : `${text.slice(0, longestMessage)}…`;
}
