import type { ToolInfo } from '@toolwire/core';
import { type HttpResponse, jsonResponse, type ToolPage } from '@toolwire/core/wire';
import {
  cutText,
  type DescribedChange,
  type InspectorOptions,
  isModuleNotFound,
  type ModelDescription,
} from '@toolwire/internal';
import { cutJson } from './call-content.ts';
import type { ModelDefinition } from './server-state.ts';

/** The maximum length of a schema. No model API accepts a longer one. */
const maxSchemaLength = 500_000;
/** The maximum length of a definition that is sent to the page. */
const maxDefinitionLength = 100_000;
const maxChanges = 100;
const maxMessageLength = 1_000;

/** Returns the model definitions of the tool in a query. */
export async function describeModels(
  { tools }: ToolPage,
  query: string,
  load: InspectorOptions['models'],
): Promise<HttpResponse> {
  if (load === undefined) return jsonResponse(501, { message: 'This inspector has no `models` option.' });
  const key = new URLSearchParams(query).get('tool');
  const tool = tools.find(({ id, version }) => `${id}@${version}` === key);
  if (tool === undefined) return jsonResponse(404, { message: 'The tool no longer exists. Reload the page.' });
  let module: Awaited<ReturnType<typeof load>>;
  try {
    module = await load();
  } catch (thrown) {
    return jsonResponse(501, { message: isModuleNotFound(thrown) ? notInstalled : loadFailed });
  }
  try {
    const length = schemaLength(tool);
    if (length > maxSchemaLength) {
      return jsonResponse(413, { message: `The schema has ${length} characters. No model API accepts that many.` });
    }
    const descriptions = await module.describeForModels(tools, tool);
    return jsonResponse(200, { apis: descriptions.map(cutDescription) });
  } catch {
    // For example, the schema is nested too deeply. The message of the engine would not help.
    return jsonResponse(500, { message: 'The model definitions of this tool could not be created.' });
  }
}

const notInstalled = 'The package @toolwire/models is not installed. Run: npm install --save-dev @toolwire/models';
// The error message contains file paths, which only the operator of the server may see.
const loadFailed =
  'The package @toolwire/models is installed but fails to load. To see why, run this in the folder of your server: node -e "import(\'@toolwire/models/describe\')"';

function schemaLength({ inputSchema, inputDocument = inputSchema }: ToolInfo): number {
  const length = JSON.stringify(inputSchema).length;
  return inputDocument === inputSchema ? length : length + JSON.stringify(inputDocument).length;
}

function cutDescription({ api, name, definition, changes, strict }: ModelDescription): ModelDefinition {
  return {
    api,
    name,
    definition: definitionText(definition),
    changes: cutChanges(changes),
    ...(strict !== undefined && {
      strict: {
        ...(strict.definition !== undefined && { definition: definitionText(strict.definition) }),
        reasons: cutChanges(strict.reasons),
      },
    }),
  };
}

function definitionText(definition: unknown): string {
  return cutJson(JSON.stringify(definition), maxDefinitionLength);
}

function cutChanges(changes: readonly DescribedChange[]): readonly DescribedChange[] {
  const shown = changes.slice(0, maxChanges).map(({ code, pointer, message }) => ({
    code,
    pointer: cutText(pointer, maxMessageLength),
    message: cutText(message, maxMessageLength),
  }));
  const hiddenCount = changes.length - shown.length;
  return hiddenCount === 0
    ? shown
    : [...shown, { code: 'more', pointer: '', message: `Changes not shown: ${hiddenCount}.` }];
}
