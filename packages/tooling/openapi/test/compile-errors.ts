import ts from 'typescript';
import ts59 from 'typescript59';

const compilers = { '6': ts, '5.9': ts59 as unknown as typeof ts };

/** The errors of source files under the strictest options of a compiler. */
export function compileErrors(version: keyof typeof compilers, files: readonly string[]): readonly string[] {
  const compiler = compilers[version];
  if (!compiler.version.startsWith(version)) throw new Error(`TypeScript ${compiler.version} is not ${version}.`);
  const program = compiler.createProgram([...files], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    target: compiler.ScriptTarget.ES2022,
    module: compiler.ModuleKind.ESNext,
    moduleResolution: compiler.ModuleResolutionKind.Bundler,
    customConditions: ['@toolwire/source'],
  });
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${file}: ${compiler.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
}
