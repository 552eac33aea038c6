import { editSource, hasImport, withLineEndings } from './edit-source.ts';
import type { App } from './find-app.ts';
import { frameworks } from './frameworks.ts';
import { type FileChange, type Plan, PlanError } from './plan.ts';
import { addToolSource, callLine, connectLine, ownRange, ranges } from './templates.ts';

/** Plans the changes that add tools to an existing app below a path. */
export function planMount(app: App, path: string): Plan {
  const url = `http://127.0.0.1:3000${path}`;
  const next = ['Start your app as before', `${callLine('@toolwire/cli', url)}   # with its port`];
  const connect = connectLine('tools', `${url}/mcp`);
  const manifest = manifestChange(app);
  const title = `Tools below ${path}, in an app with ${app.framework}`;
  if (app.framework === 'next') return { title, files: [manifest, ...nextFiles(app, path)], next, connect };
  const { source, framework } = app;
  const { creation, imports, lines } = frameworks[framework];
  if (source === undefined || creation === undefined) {
    throw new PlanError(
      `No file of this ${framework} app creates it in a known way. Add these lines: ${[
        ...Object.entries(imports).map(([from, names]) => `import ${names} from '${from}';`),
        ...lines('app', path, 'tools'),
      ].join(' ')}`,
    );
  }
  const adapter = Object.keys(imports).find((name) => name.startsWith('@toolwire/') && source.text.includes(name));
  if (adapter !== undefined) {
    throw new PlanError(`${source.path} uses ${adapter} already. Add your tools to the server that it mounts.`);
  }
  const isModule = isModuleFile(source.path, source.text, app);
  const folder = source.path.slice(0, source.path.lastIndexOf('/') + 1);
  // A file without JSX is `ts`, not `tsx`.
  const extension = source.path.slice(source.path.lastIndexOf('.') + 1).replace(/x$/, '');
  const name = unusedFileName(app, folder, extension);
  // The file may declare other tools.
  const variable = declaresTools.test(source.text) ? 'aiTools' : 'tools';
  const imported = variable === 'tools' ? '{ tools }' : isModule ? '{ tools as aiTools }' : '{ tools: aiTools }';
  const addedImports = [
    ...Object.entries(imports)
      .map(([from, names]) => ({ from, names }))
      .filter((each) => !hasImport(source.text, each)),
    { from: `./${name}${importExtension(source.text, extension, isModule)}`, names: imported },
  ];
  const after = withLineEndings(source.text, (text) =>
    editSource(text, isModule, creation, addedImports, (appVariable) => lines(appVariable, path, variable)),
  );
  return {
    title,
    files: [
      manifest,
      {
        path: `${folder}${name}.${extension}`,
        before: undefined,
        after: isModule ? moduleToolsFile : commonJsToolsFile,
      },
      { path: source.path, before: source.text, after },
    ],
    next,
    connect,
  };
}

const declaresTools =
  /^(?:export )?(?:(?:const|let|var|function|class)\s+(?:tools\b|\{[^}]*\btools\b[^}]*\})|import\s[^;'"]*\btools\b)/m;

/** Whether new files may use `import`: ES modules, or TypeScript. */
function isModuleFile(path: string, text: string, { isModule }: App): boolean {
  if (/\.m[jt]s$/.test(path) || /^import\s/m.test(text)) return true;
  return isModule && !/\.c[jt]s$/.test(path);
}

function unusedFileName({ exists }: App, folder: string, extension: string): string {
  const name = ['tools', 'ai-tools', 'toolwire-tools'].find(
    (candidate) => !exists(`${folder}${candidate}.${extension}`),
  );
  if (name === undefined) {
    throw new PlanError(
      `${folder}tools.${extension}, ai-tools.${extension} and toolwire-tools.${extension} exist. Rename one of them.`,
    );
  }
  return name;
}

/** Returns the extension that the imports of a file use, or else the one that ES modules need. */
function importExtension(text: string, extension: string, isModule: boolean): string {
  if (!isModule) return `.${extension}`;
  const relativeImport = moduleImport.exec(text);
  const [, imported] = relativeImport ?? [];
  if (relativeImport !== null && imported === undefined) return '';
  return imported?.includes('t') === true ? `.${extension}` : `.${extension.replace('t', 'j')}`;
}

/** The import of another file of the app. Files that are not modules, such as JSON, always have an extension. */
const moduleImport = /from\s+['"]\.{1,2}\/(?![^'"]*\.(?:json|css|node|wasm)['"])[^'"]*?(\.[cm]?[jt]sx?)?['"]/;

const moduleToolsFile = `import { defineTool, toolwire } from 'toolwire';
import { z } from 'zod';

${addToolSource}
/** Every tool that is served. */
export const tools = toolwire({ tools: [add] });
`;

const commonJsToolsFile = `const { defineTool, toolwire } = require('toolwire');
const { z } = require('zod');

${addToolSource}
/** Every tool that is served. */
const tools = toolwire({ tools: [add] });

module.exports = { tools };
`;

function nextFiles(app: App, path: string): readonly FileChange[] {
  const root = ['src/app', 'app'].find((candidate) => app.exists(candidate));
  if (root === undefined) {
    throw new PlanError('This Next.js app has no app folder. Create one, because tools are a route of the App Router.');
  }
  const extension = app.isTypeScript ? 'ts' : 'js';
  const route = `${root}${path}/[...path]/route.${extension}`;
  if (app.exists(route)) throw new PlanError(`${route} already exists.`);
  const signature = app.isTypeScript ? '(request: Request): Promise<Response>' : '(request)';
  const after = `import { createFetchHandler } from '@toolwire/fetch';
import { defineTool, toolwire } from 'toolwire';
import { z } from 'zod';

${addToolSource}
const handleTools = createFetchHandler(toolwire({ tools: [add] }), { basePath: '${path}' });

// Authenticate the user here, and pass the principal: handleTools(request, { principal: { id } }).
async function handle${signature} {
  return (await handleTools(request)) ?? Response.json({ error: 'No such page' }, { status: 404 });
}

export { handle as DELETE, handle as GET, handle as OPTIONS, handle as POST };
`;
  return [{ path: route, before: undefined, after }];
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Adds the dependencies to the package.json, and keeps its indentation. */
function manifestChange({ manifestText, framework, isTypeScript }: App): FileChange {
  const mark = manifestText.startsWith('\uFEFF') ? '\uFEFF' : '';
  const manifest = JSON.parse(manifestText.slice(mark.length)) as Manifest;
  const { dependencies, typeDependencies = {} } = frameworks[framework];
  const indentation = /^[\t ]+/m.exec(manifestText)?.[0] ?? '  ';
  const needed = { ...dependencies, toolwire: ownRange, zod: ranges.zod };
  const json = JSON.stringify(
    {
      ...manifest,
      dependencies: withMore(manifest.dependencies, needed),
      ...(isTypeScript &&
        Object.keys(typeDependencies).length > 0 && {
          devDependencies: withMore(manifest.devDependencies, typeDependencies),
        }),
    },
    null,
    indentation,
  );
  const after = withLineEndings(manifestText, (text) => mark + (text.endsWith('\n') ? `${json}\n` : json));
  return { path: 'package.json', before: manifestText, after };
}

/** Adds entries sorted by name, like npm. Existing entries stay unchanged. */
function withMore(existing: Manifest['dependencies'] = {}, more: Readonly<Record<string, string>>): object {
  const entries = Object.entries({ ...more, ...existing });
  return Object.fromEntries(entries.sort(([name], [other]) => (name < other ? -1 : 1)));
}
