// Type-checks every TypeScript example of the project's pages. Names that an example leaves to its reader (`app`, `logger`) are let pass;
// what it says about toolwire is not.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { readCodeBlocks } from './code-blocks.mjs';
import { listFiles, readText, root } from './packages.mjs';
import { report } from './report.mjs';

/** "Cannot find name", with and without a suggestion, and what follows from it. */
const leftToTheReader = ['TS2304', 'TS2552', 'TS18004', 'TS7006', 'TS7031'];

const pages = listFiles().filter((path) => path.endsWith('.md') && !path.endsWith('CHANGELOG.md'));
const examples = pages.flatMap((path) =>
  readCodeBlocks(readText(path)).map(({ code, line, name }, index) => {
    // The pages of frameworks share the tool of this page.
    const page = (path.startsWith('docs/frameworks/') ? 'docs/start/existing-app.md' : path).replaceAll(/[/.]/g, '-');
    // A file is in the folder of the other files of its page, which it may import.
    return { file: name === undefined ? `${page}-${index + 1}.ts` : `${page}/${name}`, at: `${path}:${line}`, code };
  }),
);
report(checkTypes(), `${examples.length} examples of ${pages.length} pages`);

/** @returns {string[]} */
function checkTypes() {
  const folder = mkdtempSync(join(tmpdir(), 'readme-examples-'));
  try {
    // Every package of the workspace, and all that any of them uses, as a reader would have installed it.
    symlinkSync(join(root, 'node_modules/.pnpm/node_modules'), join(folder, 'node_modules'), 'junction');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    for (const { file, code } of examples) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `${code}\nexport {};\n`);
    }
    const compilerOptions = {
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      typeRoots: [join(root, 'node_modules/@types')],
      types: ['node'],
      paths: {
        // The test runner is the workspace's own, and so not among what its packages use.
        vitest: [join(root, 'node_modules/vitest/dist/index.d.ts')],
        // restify depends on another version.
        'lru-cache': [join(root, 'tests/migrations/node_modules/lru-cache/dist/esm/index.d.ts')],
        // The platform of Nest depends on another version.
        fastify: [join(root, 'packages/hosts/fastify/node_modules/fastify/fastify.d.ts')],
      },
      noUnusedLocals: false,
      noUnusedParameters: false,
    };
    const config = {
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions,
      // What sources of ours import that is no module by itself.
      files: [...examples.map(({ file }) => file), join(root, 'packages/inspector/src/page-module.d.ts')],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
    const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const lines = stdout.split('\n').filter((line) => / error TS\d+: /.test(line));
    if (status !== 0 && lines.length === 0) return [`the compiler ended with ${status}: ${stdout}`];
    return lines.filter((line) => !leftToTheReader.some((code) => line.includes(` error ${code}: `))).map(atPage);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * The compiler's line, told of the page instead of the extracted file.
 * @param {string} line
 */
function atPage(line) {
  const example = examples.find(({ file }) => line.startsWith(`${file}(`));
  return example ? line.replace(example.file, `${example.at}, example line `) : line;
}
