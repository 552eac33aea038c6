import { apis, type Leak, type RuleForm } from './find-leaks.ts';

/** The leaks of each schema by API. */
export type LeaksBySchema = ReadonlyMap<string, Readonly<Record<string, readonly Leak[]>>>;

const rowNames: Readonly<Record<RuleForm, string>> = {
  schema: 'in the schema',
  description: 'some in descriptions',
  refinement: 'a refinement, only checked by the tool',
  nowhere: 'nowhere',
};
const forms: readonly RuleForm[] = ['schema', 'description', 'refinement', 'nowhere'];

/** The golden file: how each API learns the rules of each schema. */
export function writeOddSchemas(leaks: LeaksBySchema): string {
  const names = Object.keys(apis);
  const rows = [...leaks].map(([schema, byApi]) => rowOf([schema, ...names.map((name) => cellOf(byApi[name] ?? []))]));
  return `${[
    '# Rules of unusual schemas by model API',
    `${leaks.size} inputs. A cell shows the keywords that only a description states.`,
    [rowOf(['schema', ...names]), rowOf(['---', ...names.map(() => '---')]), ...rows].join('\n'),
    countTable(leaks),
  ].join('\n\n')}\n`;
}

/** The number of schemas by the weakest form of their rules. */
export function countTable(leaks: LeaksBySchema): string {
  const names = Object.keys(apis);
  const countOf = (form: RuleForm, name: string): number =>
    [...leaks.values()].filter((byApi) => weakest(byApi[name] ?? []) === form).length;
  return [
    rowOf(['rules', ...names]),
    `|${'---|'.repeat(names.length + 1)}`,
    ...forms.map((form) => rowOf([rowNames[form], ...names.map((name) => String(countOf(form, name)))])),
  ].join('\n');
}

export function weakest(leaks: readonly Leak[]): RuleForm {
  return forms.findLast((form) => leaks.some((leak) => leak.form === form)) ?? 'schema';
}

function cellOf(leaks: readonly Leak[]): string {
  const form = weakest(leaks);
  if (form !== 'description') return rowNames[form];
  const keywords = new Set(leaks.flatMap((leak) => leak.keywords));
  return [...keywords].toSorted().join(', ');
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
