import type { ToolInfo } from '@toolwire/core';
import { type HttpResponse, jsonResponse, type ToolPage } from '@toolwire/core/wire';
import {
  cutText,
  type DescribedChange,
  firstCharacters,
  type InspectorOptions,
  type ModelDescription,
} from '@toolwire/internal';

/** The maximum length of a schema. No model API accepts a longer one. */
const longestSchema = 500_000;
/** The maximum length of a definition that is sent to the page. */
const longestDefinition = 100_000;
const maxChanges = 100;
const longestMessage = 1_000;

/** Returns the model definitions of the tool in a query. */
export async function describeModels(
  { tools }: ToolPage,
  query: string,
  load: InspectorOptions['models'],
): Promise<HttpResponse> {
  if (load === undefined) return problem(501, 'This inspector has no `models` option.');
  const key = new URLSearchParams(query).get('tool');
  const tool = tools.find(({ id, version }) => `${id}@${version}` === key);
  if (tool === undefined) return problem(404, 'The tool no longer exists. Reload the page.');
  let module: Awaited<ReturnType<typeof load>>;
  try {
    module = await load();
  } catch (thrown) {
    return problem(501, isMissing(thrown) ? notInstalled : failsToLoad);
  }
  try {
    const length = lengthOf(tool);
    if (length > longestSchema) {
      return problem(413, `The schema has ${length} characters. No model API accepts that many.`);
    }
    const descriptions = await module.describeForModels(tools, tool);
    return jsonResponse(200, { apis: descriptions.map(shortened) });
  } catch {
    // For example, the schema is nested too deeply. The message of the engine would not help.
    return problem(500, 'The model definitions of this tool could not be created.');
  }
}

const notInstalled = 'The package @toolwire/models is not installed. Run: npm install --save-dev @toolwire/models';
// The error message contains file paths, which only the operator of the server may see.
const failsToLoad =
  'The package @toolwire/models is installed but fails to load. To see why, run this in the folder of your server: node -e "import(\'@toolwire/models/describe\')"';

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
    : `${firstCharacters(text, longestDefinition)}\n… ${text.length} characters in all`;
}

function firstOf(changes: readonly DescribedChange[]): readonly DescribedChange[] {
  const shown = changes.slice(0, maxChanges).map(({ code, pointer, message }) => ({
    code,
    pointer: cutText(pointer, longestMessage),
    message: cutText(message, longestMessage),
  }));
  const left = changes.length - shown.length;
  return left === 0 ? shown : [...shown, { code: 'more', pointer: '', message: `${left} more are not shown.` }];
}
