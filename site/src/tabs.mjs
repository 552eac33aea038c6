import { stripTypes, usesDecorators } from './strip-types.mjs';

/** The frameworks whose sections become tabs, by their headings. */
const frameworks = new Set(['Express', 'Fastify', 'Koa', 'Hono', 'Next.js', 'node:http']);

const managers = /** @type {const} */ (['npm', 'pnpm', 'yarn', 'bun']);

/** @typedef {typeof managers[number]} Manager */

/**
 * Turns alternatives of a page into tabs: package managers, TypeScript and JavaScript, and frameworks.
 * @param {string} markdown
 * @returns {string} Markdown as VitePress reads it.
 */
export function withTabs(markdown) {
  const blocks = markdown
    .replaceAll(/^([^`|\n]*): `(npm install [^`]+)`\. ?(.*)$/gm, '$1:\n\n```sh\n$2\n```\n\n$3')
    .replaceAll(/^```(\w+)([^\n]*)\n([^]*?)^```$/gm, (whole, language, info, code) => {
      if (language === 'sh' && info === '') return managerTabs(code) ?? whole;
      return language === 'ts' ? (languageTabs(info.trim(), code) ?? whole) : whole;
    });
  return frameworkTabs(blocks);
}

/** @param {string} code */
function managerTabs(code) {
  const [npm, ...others] = managers.map((manager) => commandsFor(manager, code));
  if (npm === undefined || others.every((commands) => commands === npm)) return undefined;
  return codeGroup([npm, ...others].map((commands, index) => [`sh [${managers[index]}]`, commands]));
}

/**
 * Commands of npm as those of another package manager. `npm pkg` has no equivalent everywhere, so it stays.
 * @param {Manager} manager
 * @param {string} code
 */
export function commandsFor(manager, code) {
  if (manager === 'npm') return code;
  const lines = code.replaceAll(/^npm (install|create|init|run|test|start)\b ?(.*)$/gm, (_whole, command, rest) =>
    commandFor(manager, command, rest),
  );
  return lines.replaceAll(/^npx (?:--yes )?(\S+)/gm, (_whole, program) => {
    const isRemote = /^@|.@/.test(program);
    if (manager === 'bun') return `bunx ${program}`;
    return `${manager} ${isRemote ? 'dlx' : 'exec'} ${program}`;
  });
}

/**
 * @param {Exclude<Manager, 'npm'>} manager
 * @param {string} command
 * @param {string} rest
 */
function commandFor(manager, command, rest) {
  const add = rest.replace(/^(?:--save-dev|-D) /, manager === 'bun' ? '-d ' : '-D ');
  switch (command) {
    case 'install':
      return rest === '' || rest.startsWith('#') ? `${manager} install ${rest}`.trimEnd() : `${manager} add ${add}`;
    case 'create':
      return `${manager} create ${manager === 'yarn' ? rest.replace('@latest', '') : rest}`;
    case 'init':
      return `${manager} init ${manager === 'pnpm' ? rest.replace(/^-y ?/, '') : rest}`.trimEnd();
    case 'run':
      return `${manager} run ${rest}`;
    default:
      return `${manager} ${manager === 'bun' ? 'run ' : ''}${command} ${rest}`.trimEnd();
  }
}

/**
 * @param {string} info What follows the language, such as `run server.test.ts`.
 * @param {string} code
 */
function languageTabs(info, code) {
  if (usesDecorators(code)) return undefined;
  const name = /(\S+)\.ts$/.exec(info)?.[1];
  const script = stripTypes(code);
  // A block that only declares types has no counterpart in JavaScript.
  if (script.trim() === '' || (script === code && name === undefined)) return undefined;
  const [typed, plain] = name === undefined ? ['TypeScript', 'JavaScript'] : [`${name}.ts`, `${name}.js`];
  return codeGroup([
    [`ts [${typed}]`, code],
    [`js [${plain}]`, script],
  ]);
}

/** @param {readonly (readonly [info: string, code: string])[]} blocks */
function codeGroup(blocks) {
  const fences = blocks.map(([info, code]) => `\`\`\`${info}\n${code}\`\`\``);
  return `::: code-group\n\n${fences.join('\n\n')}\n\n:::`;
}

/**
 * Sections in a row that are named after frameworks become tabs. They are plain inputs, so they work without scripts.
 * @param {string} markdown
 */
function frameworkTabs(markdown) {
  const parts = markdown.split(/^(?=## )/m);
  const isFramework = (/** @type {string} */ part) => frameworks.has(headingOf(part));
  const first = parts.findIndex(isFramework);
  const count = parts.slice(first).findIndex((part) => !isFramework(part));
  const sections = parts.slice(first, first + count);
  if (first < 0 || sections.length < 3) return markdown;
  const inputs = sections.map((part, index) => {
    const id = `framework-${index}`;
    return `<input type="radio" name="frameworks" id="${id}"${index === 0 ? ' checked' : ''}><label for="${id}">${headingOf(part)}</label>`;
  });
  const panels = sections.map((part) => `<div class="page-tab">\n\n${part.trim()}\n\n</div>`);
  const tabs = [`<div class="tabs">${inputs.join('')}</div>`, ...panels].join('\n');
  return [...parts.slice(0, first), `<div class="page-tabs">\n${tabs}\n</div>\n\n`, ...parts.slice(first + count)].join(
    '',
  );
}

/** @param {string} part */
function headingOf(part) {
  return /^## (.+)$/m.exec(part)?.[1] ?? '';
}
