import { groupBy } from '@toolwire/internal';
import { type SourcedUse, withSources } from '../call/credentials.ts';
import type { OpenApiDocument } from '../reader/document-model.ts';
import { createConstants } from './constants.ts';
import type { ImportedTool } from './imported-tool.ts';
import { commentText, literalText, stringText } from './literal-text.ts';
import { toolText } from './tool-text.ts';

/** A tool with its version. */
export interface VersionedTool {
  readonly tool: ImportedTool;
  readonly version: string;
}

/** The source files of the tools, by their names. */
export interface SourceFiles {
  readonly files: ReadonlyMap<string, string>;
  /** The tools whose result is too large to describe. */
  readonly tooLarge: readonly ImportedTool[];
}

/** How the files are written. */
export interface SourceSettings {
  /** The name of the document, for the first line of each file. */
  readonly documentName: string;
  /** The URL of the API, if it is known. */
  readonly baseUrl: string | undefined;
  /** The extension of relative imports. */
  readonly extension: '.ts' | '.js';
}

/** Writes a file for each tag, `http.ts`, and `index.ts` with all tools. The same tools are written as the same bytes. */
export function sourceFiles(
  document: OpenApiDocument,
  tools: readonly VersionedTool[],
  settings: SourceSettings,
): SourceFiles {
  const byFile = groupBy(tools, ({ tool }) => fileName(tool.operation.tags[0] ?? 'tools'));
  const constants = createConstants(reservedNames);
  const tooLarge: ImportedTool[] = [];
  const files = new Map<string, string>();
  const imports: string[] = [];
  const toolNames: string[] = [];
  for (const file of [...byFile.keys()].sort()) {
    const namedTools = (byFile.get(file) ?? []).map(({ tool, version }) => {
      return { tool, version, name: constants.nameFor(constantName(tool)) };
    });
    const names = namedTools.map(({ name }) => name);
    const written = fileText(namedTools, settings);
    tooLarge.push(...written.tooLarge);
    files.set(`${file}.ts`, written.text);
    imports.push(importText(names, `./${file}${settings.extension}`));
    toolNames.push(...names);
  }
  const importedTools = tools.map(({ tool }) => tool);
  files.set('http.ts', httpText(document.title, settings.baseUrl ?? unknownUrl, importedTools));
  files.set('index.ts', indexText(document.title, imports, toolNames));
  return { files, tooLarge };
}

/** The URL in `http.ts` if the document has none. */
export const unknownUrl = 'https://api.example.com';

/** Writes `http.ts`: the connection to the API, with the credentials that the tools use. */
function httpText(title: string, baseUrl: string, tools: readonly ImportedTool[]): string {
  const uses = new Map(tools.flatMap((tool) => withSources(tool.security)).map((use) => [use.scheme.id, use]));
  const sortedUses = [...uses.values()].sort((use, other) => (use.scheme.id < other.scheme.id ? -1 : 1));
  const credentials = Object.fromEntries(sortedUses.map(credentialOf));
  const options = { baseUrl, ...(sortedUses.length > 0 && { credentials }) };
  const fields = Object.entries(options).map(([name, value]) => `  ${name}: ${literalText(value, '  ')},\n`);
  return `import { createApi } from '@toolwire/openapi/http';

/** The connection to ${commentText(title)}: its URL, its credentials and its limits. */
export const api = createApi({
${fields.join('')}});
`;
}

/** Returns the name and the options of a credential in `createApi()`. */
function credentialOf({ scheme, source }: SourcedUse): readonly [string, object] {
  const { id, ...schemeOptions } = scheme;
  return [id, { ...schemeOptions, ...source }];
}

function indexText(title: string, imports: readonly string[], toolNames: readonly string[]): string {
  const list = toolNames.map((name) => `  ${name},\n`);
  return `${imports.join('')}
/** The tools of ${commentText(title)}. */
export const tools = [
${list.join('')}];
`;
}

interface NamedTool extends VersionedTool {
  readonly name: string;
}

function fileText(tools: readonly NamedTool[], { documentName, extension }: SourceSettings) {
  const constants = createConstants(new Set([...reservedNames, ...tools.map(({ name }) => name)]));
  const written = tools.map(({ tool, name, version }) => ({ tool, ...toolText(tool, name, version, constants) }));
  const declarations = constants.declarations();
  const body = [...declarations, ...written.map(({ text }) => text)].join('\n');
  const head = [
    `// Imported from ${commentText(documentName)}. Edit it: the next import keeps your edits.\n`,
    importText(['defineTool', ...(constants.hasJsonSchema() ? ['type JsonSchema'] : [])], 'toolwire'),
    ...(constants.hasZod() ? [importText(['z'], 'zod')] : []),
    importText(['api'], `./http${extension}`),
  ];
  return {
    text: `${head.join('')}\n${body}`,
    tooLarge: written.filter(({ isOutputTooLarge }) => isOutputTooLarge).map(({ tool }) => tool),
  };
}

function importText(names: readonly string[], from: string): string {
  const line = `import { ${names.join(', ')} } from ${stringText(from)};\n`;
  return line.length <= 100
    ? line
    : `import {\n${names.map((name) => `  ${name},\n`).join('')}} from ${stringText(from)};\n`;
}

// The names that the files use, and the keywords of the language.
const reservedNames: ReadonlySet<string> = new Set(
  `z api defineTool JsonSchema tools undefined arguments eval await async of
   break case catch class const continue debugger default delete do else enum
   export extends false finally for function if implements import in instanceof
   interface let new null package private protected public return static super
   switch this throw true try typeof var void while with yield`.split(/\s+/),
);

/** The tool `Pets.ListPets` becomes `listPets`. */
function constantName({ id }: ImportedTool): string {
  const name = id.slice(id.indexOf('.') + 1);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** The tag `Pet store` becomes `pet-store`. */
function fileName(tag: string): string {
  const words = tag
    .replaceAll(/([a-z0-9])([A-Z])/gu, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .filter((word) => word !== '');
  const name = words.join('-') || 'tools';
  return name === 'http' || name === 'index' ? `${name}-tools` : name;
}
