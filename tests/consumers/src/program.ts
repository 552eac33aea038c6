/** A program that both module systems can run: what it imports, as `import` writes it, and the body of an async function. */
export interface Program {
  /** Specifier to what is taken from it, such as `{ ToolError }` or `* as errors`. */
  readonly imports: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The program as a CommonJS module. */
export function asCommonJs({ imports, body }: Program): string {
  const lines = Object.entries(imports).map(
    ([specifier, names]) => `const ${names.replace('* as ', '')} = require('${specifier}');`,
  );
  return ['"use strict";', ...lines, main(body)].join('\n');
}

/** The program as an ES module, or as TypeScript of either kind. */
export function asModule({ imports, body }: Program): string {
  const lines = Object.entries(imports).map(([specifier, names]) => `import ${names} from '${specifier}';`);
  return [...lines, main(body)].join('\n');
}

/** For programs that must not fall back on Node's loading of ES modules by `require`, which Jest and older tools lack. */
export const withoutRequireOfModules = '--no-experimental-require-module';

function main(body: string): string {
  return `async function main() {\n${body}\n}\nvoid main();\n`;
}
