import { editSource } from './edit-source.ts';
import type { App } from './find-app.ts';
import { hosts } from './hosts.ts';
import { type FileChange, type Plan, PlanError } from './plan.ts';
import { curlLine, ownRange, ranges, toolFile } from './templates.ts';

/** Plans the changes that add tools to an existing app below a path. */
export function planMount(app: App, path: string): Plan {
  const next = [`start your app as before, and then: ${curlLine(`http://127.0.0.1:3000${path}`)}   # with its port`];
  const manifest = manifestChange(app);
  const title = `Tools below ${path}, in an app on ${app.host}`;
  if (app.host === 'next') return { title, files: [manifest, ...nextFiles(app, path)], next };
  const { place, host } = app;
  const { creation, imports, lines } = hosts[host];
  if (place === undefined || creation === undefined) {
    throw new PlanError(
      `The app depends on ${host}, and no file says how it is made. Add by hand: ${[
        ...Object.entries(imports).map(([from, names]) => `import ${names} from '${from}';`),
        ...lines('app', path),
      ].join(' ')}`,
    );
  }
  const isModule = isModuleFile(place.path, place.text, app);
  const folder = place.path.slice(0, place.path.lastIndexOf('/') + 1);
  const extension = place.path.slice(place.path.lastIndexOf('.') + 1);
  const name = freeName(app, folder, extension);
  const after = editSource(
    place.text,
    isModule,
    creation,
    [
      ...Object.entries(imports).map(([from, names]) => ({ from, names })),
      { from: `./${name}${importedAs(place.text, extension, isModule)}`, names: '{ tools }' },
    ],
    (variable) => lines(variable, path),
  );
  return {
    title,
    files: [
      manifest,
      { path: `${folder}${name}.${extension}`, before: undefined, after: toolsFile(isModule) },
      { path: place.path, before: place.text, after },
    ],
    next,
  };
}

/** Whether new files may use `import`: ES modules, or TypeScript. */
function isModuleFile(path: string, text: string, { isModule }: App): boolean {
  if (/\.m[jt]s$/.test(path) || /^import\s/m.test(text)) return true;
  return isModule && !/\.c[jt]s$/.test(path);
}

function freeName({ exists }: App, folder: string, extension: string): string {
  const name = ['tools', 'ai-tools', 'toolwire-tools'].find((each) => !exists(`${folder}${each}.${extension}`));
  if (name === undefined) throw new PlanError(`${folder}tools.${extension} is there, and every other name for it.`);
  return name;
}

/** Returns the extension that the imports of a file use, or else the one that ES modules need. */
function importedAs(text: string, extension: string, isModule: boolean): string {
  const [, own] = /from\s+['"]\.{1,2}\/[^'"]*?(\.[cm]?[jt]s)?['"]/.exec(text) ?? [
    undefined,
    `.${extension.replace('t', 'j')}`,
  ];
  return isModule ? (own ?? '') : `.${extension}`;
}

function toolsFile(isModule: boolean): string {
  const text = `${toolFile()}
/** Every tool that is served. */
export const tools = toolwire({ tools: [add] });
`.replace('{ defineTool } from', '{ defineTool, toolwire } from');
  if (isModule) return text.replace('export const add', 'const add');
  return `${text.replaceAll(/^import (.*) from (.*);$/gm, 'const $1 = require($2);').replaceAll('export const', 'const')}
module.exports = { tools };
`;
}

function nextFiles(app: App, path: string): readonly FileChange[] {
  const root = ['src/app', 'app'].find((each) => app.exists(each));
  if (root === undefined) throw new PlanError('There is no app folder, and tools are a route of the App Router.');
  const extension = app.isTypeScript ? 'ts' : 'js';
  const route = `${root}${path}/[...path]/route.${extension}`;
  if (app.exists(route)) throw new PlanError(`${route} is there already.`);
  const types = app.isTypeScript ? ['request: Request', 'Promise<Response>'] : ['request'];
  const after = `import { createFetchHandler } from '@toolwire/fetch';
import { defineTool, toolwire } from 'toolwire';
import { z } from 'zod';
${toolFile()
  .replace(/^import.*\n/gm, '')
  .replace('export const', 'const')}
const handleTools = createFetchHandler(toolwire({ tools: [add] }), { basePath: '${path}' });

// Authenticate the user here, and pass the principal: handleTools(request, { principal: { id } }).
async function answer(${types[0] ?? ''})${types[1] === undefined ? '' : `: ${types[1]}`} {
  return (await handleTools(request)) ?? Response.json({ error: 'No such page' }, { status: 404 });
}

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as POST };
`;
  return [{ path: route, before: undefined, after }];
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Adds the dependencies to the package.json, and keeps its indentation. */
function manifestChange({ manifestText, host, isTypeScript }: App): FileChange {
  const manifest = JSON.parse(manifestText) as Manifest;
  const { dependencies, typeDependencies = {} } = hosts[host];
  const indentation = /^[\t ]+/m.exec(manifestText)?.[0] ?? '  ';
  const needed = { ...dependencies, toolwire: ownRange, zod: ranges.zod };
  const after = JSON.stringify(
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
  return { path: 'package.json', before: manifestText, after: manifestText.endsWith('\n') ? `${after}\n` : after };
}

/** Adds entries sorted by name, like npm. Existing entries stay unchanged. */
function withMore(there: Manifest['dependencies'] = {}, more: Readonly<Record<string, string>>): object {
  const entries = Object.entries({ ...more, ...there });
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}
