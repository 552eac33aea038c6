/** A pattern, and the repeated words on which it is slow, if any. */
export interface AttackedPattern {
  readonly pattern: string;
  /** The repeated words. */
  readonly pumps: readonly string[];
  /** A matching string. */
  readonly fits: string;
}

const attacked = (pattern: string, fits: string, ...pumps: readonly string[]): AttackedPattern => ({
  pattern,
  fits,
  pumps: pumps.length > 0 ? pumps : ['a', '1', ' ', '-', 'a.'],
});

/** Patterns whose time can grow faster than the length of the string. */
export const slowPatterns: readonly AttackedPattern[] = [
  attacked('^(a+)+$', 'aa', 'a'),
  attacked('^(a*)*$', 'aa', 'a'),
  attacked('(?:a+)*b', 'ab', 'a'),
  attacked('(a|a)*b', 'ab', 'a'),
  attacked('(\\w|\\d)+$', 'a1', '1'),
  attacked('^(\\w+\\s?)*$', 'a b', 'a', 'a '),
  attacked('(x+x+)+y', 'xxy', 'x'),
  attacked('([a-z]+)*$', 'ab', 'a'),
  attacked('^(?=(a+)+$)', 'aa', 'a'),
  attacked('^(aa|aab?|aaab?)*c$', 'aac', 'aa', 'aaab'),
  attacked('^(?:a{1,15}){1,15}$', 'aa', 'a'),
  attacked('^(([a-z])+.)+[A-Z]([a-z])+$', 'abAb', 'a', 'ab'),
  attacked('^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}[a-z]{2,3}$', 'a@b.co', 'a', '-a', '__a'),
  attacked('(.*,)*$', 'a,', ',', 'a,'),
  attacked('^(?:(a+)b?)*c', 'abc', 'a', 'ab'),
  attacked('(a+)+\\1$', 'aa', 'a'),
  attacked('^(.*a){19}$', 'a'.repeat(19), 'a', 'ba'),
  attacked('^(a+){10}$', 'a'.repeat(10), 'a'),
  attacked('.*.*.*=.*', 'a=b', 'a'),
  attacked('\\s+$', 'a ', ' ', '\t '),
  attacked('^\\s+|\\s+$', ' a', ' ', 'a '),
  attacked('a*a*a*a*b', 'ab', 'a'),
  attacked('^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', 'a@b.co', 'a@', '.', 'a@.'),
  attacked('^a*a*b*b*$', 'ab', 'a', 'b'),
  attacked('^(https?:\\/\\/)?([\\da-z.-]+)\\.([a-z.]{2,6})([\\/\\w .-]*)*\\/?$', 'a.co/b', 'a', 'a.', '.'),
  attacked('^\\d*[0-9](|.\\d*[0-9]|)*$', '12', '1', '1.'),
  attacked(',.*,.*x$', ',,x', ','),
  attacked('^.*?a.*?b.*?c$', 'abc', 'a', 'ab', 'b'),
  attacked('\\d+\\.?\\d+$', '12', '1'),
  attacked('(?<=a*)b', 'b', 'a'),
  attacked('.*\\.pdf$', 'a.pdf', 'a', '.pdf'),
  attacked('^\\w*\\d*\\w*$', 'a1', '1'),
  attacked('^(?:\\p{Script=Greek}+ ?)+$', 'α β', 'α'),
  attacked('^(?:\\p{M}+)+$', '\u0301', '\u0301'),
  attacked('^(?:\\p{Script=Cyrillic}|\\p{Lu})+$', 'Жж', 'Ж'),
  attacked('^(\\p{Extended_Pictographic}|\\p{Emoji_Component})+$', '🦰', '🦰'),
  attacked('^(\\r+)+$', '\r', '\r'),
  attacked('^(\\cB+)+$', '\u0002', '\u0002'),
  attacked('^([\\b]+)+$', '\b', '\b'),
];

/** Patterns whose time is at most linear in the length of the string. */
export const quickPatterns: readonly AttackedPattern[] = [
  attacked('^a+$', 'aa'),
  attacked('^[a-z]+(-[a-z]+)*$', 'a-b', 'a', '-a'),
  attacked('^([a-z]+\\.)+[a-z]{2,}$', 'a.co', 'a', 'a.'),
  attacked('^(\\d{3}-)+$', '123-', '123-'),
  attacked('^(?:[A-Za-z0-9+/]{4})*$', 'abcd'),
  attacked('^(a|b)*$', 'ab', 'a', 'ab'),
  attacked('^(foo|bar)+$', 'foo', 'foo', 'foobar'),
  attacked('^[^@]+@[^@]+$', 'a@b', 'a', '@'),
  attacked('^(?=.{1,10}$)[a-z]+$', 'ab'),
  attacked('^\\(a+\\)+$', '(a)', 'a', ')'),
  attacked('^[(a+)]+$', '(a)', '('),
  attacked('^(a+)?$', 'a'),
  attacked('^(a{1,3}){1,3}$', 'aa'),
  attacked('^\\p{L}+( \\p{L}+)*$', 'a b', 'a', 'a ', 'é'),
  attacked('', 'a'),
  attacked('^$', ''),
  attacked('^[A-Z]{2}\\d{6}$', 'AB123456', 'A', 'A1'),
  attacked('^\\d{4}-\\d{2}-\\d{2}$', '2026-01-31'),
  attacked('^#[0-9a-f]{6}$', '#00ff00', '#', '#a'),
  attacked('^\\+?[1-9]\\d{1,14}$', '+4912'),
  attacked('^[a-z0-9_-]{3,16}$', 'abc'),
  attacked('^sk-[A-Za-z0-9]{20,}$', `sk-${'a'.repeat(20)}`, 'a', 'sk-'),
  attacked('^(?:GET|POST|PUT)$', 'GET', 'GET'),
  attacked('^[\\w.-]+$', 'a.b'),
  attacked('Z$', 'Z', 'Z', 'a'),
  attacked('^https://[^\\s]+$', 'https://a', 'a', 'https://'),
  attacked('^v?\\d+\\.\\d+\\.\\d+$', '1.2.3', '1', '1.'),
  attacked('^(?!.*secret)[a-z]+$', 'ab', 'a', 'secre'),
];

const bodyBytes = 1024 * 1024;

/** Strings that attack a pattern: of many lengths up to the longest body, and nearly matching. */
export function* attacksOn({ pumps }: AttackedPattern): Iterable<string> {
  const lengths = [14, 17, 20, 26, 46, 87, 254, 1400, 2450, 10_000, bodyBytes - 200];
  for (const length of lengths) {
    for (const pump of pumps) {
      yield `${pump.repeat(Math.ceil(length / pump.length)).slice(0, length - 1)}\u0001`;
    }
  }
  const [first = '', second = first] = pumps;
  for (const length of [20, 300, 20_000]) {
    const half = (pump: string): string => pump.repeat(Math.ceil(length / 2 / pump.length));
    yield `${half(first)}${half(second)}\u0001`;
    yield half(first);
  }
}

/** Lists of such strings that fill a body, so that the work for many short strings adds up. */
export function* listsOf(pattern: AttackedPattern): Iterable<readonly string[]> {
  const [pump = 'a'] = pattern.pumps;
  for (const length of [10, 20, 250, 1700]) {
    const text = `${pump.repeat(Math.ceil(length / pump.length)).slice(0, length - 1)}\u0001`;
    yield Array.from({ length: Math.min(49_000, Math.floor(bodyBytes / (length + 3))) }, () => text);
  }
}
