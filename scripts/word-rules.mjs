import ts from 'typescript';

/** @typedef {'docs' | 'readmes' | 'changesets' | 'messages' | 'comments' | 'tests' | 'titles'} Area */
/** @typedef {{ line: number, area: Area, words: string, cure: string, isError: boolean }} Finding */

const { raw } = String;
const pages = /** @type {const} */ (['docs', 'readmes', 'changesets', 'messages']);
const markdown = /** @type {const} */ (['docs', 'readmes', 'changesets']);
const verb = '(?:is|are|was|were|has|have|had|gets?|takes?|goes|stays?|may|must|can|cannot|will|does|needs?)';
const person = raw`(?<!\b(?:users?|people|persons?|readers?) )`;

/**
 * The style guide as a table: what not to write, and the cure. A space stands for any white space, `^` for the start of a sentence.
 * @type {readonly (readonly [pattern: string, cure: string, areas?: readonly Area[]])[]}
 */
const table = [
  // Subjects and agents
  [raw`^(?:What(?! (?:happens|to)\b)|Who|Whatever|That which)\b(?=[^?]*$)`, 'name the subject', pages],
  [
    raw`^(?:What(?! (?:happens|to)\b)|Who)\b(?=[^?]* ${verb}\b[^?]{9,}$)`,
    'name the subject',
    ['comments', 'tests', 'titles'],
  ],
  [raw`\b(?:one that|one who|those (?:who|of|that)|that of|that which|others)\b`, 'repeat the noun', pages],
  [raw`\b(?:nobody|somebody|everybody|anybody|strangers?|who(?:so)?ever|the other side)\b`, 'name the agent'],
  [raw`(?<!\busers? )\bwho (?:calls?|called|may call|asks?|asked|has started)\b`, 'the caller, the principal'],
  [raw`${person}\b(?:tells?|told|telling)\b`, 'report, return, print, show, distinguish'],
  [raw`${person}\b(?:says|said)\b`, 'state, report, print, show, list'],
  // Negation and existence
  [
    raw`(?<!\bthere )\b(?:is|are|was|were|be) (?:none|nowhere|no(?! (?:longer|more|less|later|fewer)\b))\b`,
    'is not, is invalid, does not exist',
  ],
  [raw`\b(?:has|have|had|with|or|by|and|takes|needs|gets) none\b(?! of\b)`, 'not any, without', pages],
  [
    raw`(?<!\bthat )\b(?:is|are|was|were|isn['’]t|aren['’]t) (?:(?:also|already|not|still) )*there(?=[.,;:)¶]| (?:and|or|at once|to)\b|$)`,
    'exists, is present',
  ],
  [raw`\bthat (?:is|are|was|were) there\b`, 'existing'],
  [raw`\bstands?\b(?! (?:for|in for)\b)`, 'is, appears'],
  // Turns of phrase
  [raw`\bwhat (?:becomes|became|comes|came) of\b|\bwhat (?:it|they) takes?\b`, 'result, input, what happens to'],
  [raw`\bof (?:its|their|our|one['’]s) own\b`, 'separate; its own …'],
  [raw`\b(?:likewise|besides)\b`, 'also'],
  [raw`\bbeside\b`, 'next to, with'],
  [raw`(?<!\b(?:leave|let|stand) )(?<!-)\balone\b`, 'only'],
  [raw`\bby (?:itself|themselves)\b`, 'automatically, separately'],
  [raw`\b(?:and such|and the like|the like of)\b`, 'for example, such as'],
  [raw`\bmakes? no sense\b`, 'is invalid'],
  [raw`\b(?:holds?|held|holding) (?:\S+ ){0,3}against\b`, 'compare, check'],
  [raw`\b(?:comes?|came|sent|send) again\b`, 'repeated, duplicate, retry'],
  [raw`\b(?:left|leaves?) out\b`, 'optional, omitted'],
  [raw`\bfrom nothing\b`, 'new'],
  [raw`\bstart(?:s|ed)? (?:it |them )?by\b`, 'with, run'],
  [raw`(?:^|[.:] )Give\b`, 'Pass, Use, Set', ['messages']],
  // Spelling
  [raw`\bstart-ups?\b`, 'startup'],
  [raw`\btime-outs?\b`, 'timeout'],
  [raw`\b(?:[Cc]all|[Tt]ool) ids?\b`, 'call ID, tool ID', pages],
  [
    raw`(?<![\w/@.'"-])(?:express|fastify|hono|koa|zod|bullmq)(?![\w/@.'":(-])`,
    'a capital letter: Hono, Zod',
    markdown,
  ],
  // Private nouns
  [raw`(?<!\bon the |\.|\$)\bwires?\b(?!:| format\b)`, 'protocol'],
  [raw`\b(?:every|each|all|any) hosts?\b(?! (?:header|name))|\bhosts? of MCP\b`, 'adapter; MCP client'],
  [raw`(?<![/-])\bstages?\b(?! of \w+\()`, 'middleware, step', pages],
  [raw`\bkept\b(?! (?:open|alive|secret|private|up to date)\b)`, 'stored, persisted'],
  [raw`\ba text\b|\btexts\b`, 'string, message'],
  [raw`\b(?:process(?:es)?|workers?) (?:is|are|was|were) lost\b`, 'crashed'],
  [raw`\boutlives? (?:its|their|the) (?:process|request|answer)`, 'durable, background task'],
];
const rules = table.map(([pattern, cure, areas]) => ({
  // Capitals matter in names, and tell a sentence from a phrase.
  pattern: new RegExp(pattern.replaceAll(' ', raw`\s+`), /^\^|Hono|\bID\b/.test(pattern + cure) ? 'g' : 'gi'),
  cure,
  areas,
}));

/** A sentence with more words is a warning. */
const maxWords = 25;

/**
 * Finds words that the style guide replaces, in a page or a source.
 * @param {string} path
 * @param {string} source
 * @returns {readonly Finding[]}
 */
export function findWords(path, source) {
  const lineStarts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return readProse(path, source)
    .flatMap(({ area, start, text }) =>
      [...text.matchAll(/(?=\S)[^¶]+?(?:[.!?:](?=\s)|(?=¶)|$)/g)].flatMap(({ index, 0: sentence }) =>
        judge(area, sentence).map((finding) => ({ ...finding, offset: start + index + finding.offset })),
      ),
    )
    .toSorted((left, right) => left.offset - right.offset)
    .map(({ offset, ...finding }) => ({ line: lineStarts.findLastIndex((start) => start <= offset) + 1, ...finding }));
}

/**
 * @param {Area} area
 * @param {string} sentence
 */
function judge(area, sentence) {
  const words = sentence.match(/\S*\w\S*/g) ?? [];
  const start = `${words.slice(0, 4).join(' ')} …`;
  const long = { area, offset: 0, words: start, cure: `${words.length} words: split it`, isError: false };
  const errors = rules
    .filter(({ areas }) => areas?.includes(area) ?? true)
    .flatMap(({ pattern, cure }) =>
      [...sentence.matchAll(pattern)].map(({ index: offset, 0: found }) => {
        return { area, offset, words: found.trim().replaceAll(/\s+/g, ' '), cure, isError: true };
      }),
    );
  return words.length > maxWords ? [...errors, long] : errors;
}

/**
 * The prose of a file, with code masked, and `¶` where a sentence ends without a full stop. Offsets stay those of the source.
 * @param {string} path
 * @param {string} source
 * @returns {readonly { area: Area, start: number, text: string }[]}
 */
function readProse(path, source) {
  if (!path.endsWith('.md')) return readSource(path, source);
  const area = path.startsWith('.changeset/') ? 'changesets' : path.startsWith('docs/') ? 'docs' : 'readmes';
  const text = source
    .replace(/^---\n[^]*?\n---$/m, blank)
    .replaceAll(/^ *(```+)[^]*?^ *\1|<!--[^]*?-->|<[a-z/][^>]*>|(?<=\])\([^)\s]*\)/gim, blank);
  return [{ area, start: 0, text: maskCode(text) }];
}

/**
 * The comments of a source and its strings of at least three words. The only strings of a test are its titles.
 * @param {string} path
 * @param {string} source
 */
function readSource(path, source) {
  const isTest = /(?:^|\/)(?:tests?|benchmarks)\/|\.test\.|\/verify\.ts/.test(path);
  /** @type {{ area: Area, start: number, text: string }[]} */
  const strings = [];
  let rest = source;
  /** @param {ts.Node} node */
  const visit = (node) => {
    const isString = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isJsxText(node);
    if (isString || ts.isRegularExpressionLiteral(node)) {
      const [start, end] = [node.getStart(), node.getEnd()];
      rest = rest.slice(0, start) + blank(rest.slice(start, end)) + rest.slice(end);
      const inserted = ts.isTemplateExpression(node) ? node.templateSpans.map(({ expression }) => expression) : [];
      const text = inserted.reduce(
        (masked, { pos, end: until }) =>
          masked.slice(0, pos - start) + '_'.repeat(until - pos) + masked.slice(until - start),
        source.slice(start, end).replaceAll(/^['"`]|['"`]$/g, ' '),
      );
      const area = isTest ? 'titles' : 'messages';
      if (isString && (isTest ? isTitle(node) : isMessage(text))) strings.push({ area, start, text: maskCode(text) });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true));
  const comments = [...rest.matchAll(/\/\*[^]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*/g)].map(({ index, 0: comment }) => ({
    area: /** @type {Area} */ (isTest ? 'tests' : 'comments'),
    start: index,
    text: maskCode(
      comment
        .replaceAll(/^[ \t]*(?:\/\*\*?|\*\/|\*|\/\/)|\*\/$/gm, blank)
        .replaceAll(/@(?:param|property|typedef) \{.*?\} \S+|@\w+(?: \{.*?\})?/g, (tag) => `¶${blank(tag.slice(1))}`),
    ),
  }));
  return [...strings, ...comments];
}

/**
 * Code in quotes becomes one word, and the ends of paragraphs, list items, headings and table cells become `¶`.
 * @param {string} text
 */
function maskCode(text) {
  return text
    .replaceAll(/`[^`\n]+`|(?<!\w)(['"])[^\s'"]+\1(?!\w)/g, (code) => '_'.repeat(code.length))
    .replaceAll(/\n(?=[ \t]*(?:\n|$|[-*>#|] |\d+\. ))|(?<=^ *#.*)\n|\|/gm, '¶')
    .replaceAll(/(?<=[¶\n][ \t]*)(?:[-*>]|#+|\d+\.)(?= )/g, blank);
}

/** @param {string} found */
function blank(found) {
  return found.replaceAll(/[^\n]/g, ' ');
}

/**
 * Whether a string is the title of a test or of a group of tests.
 * @param {ts.Node} node
 */
function isTitle(node) {
  const call = node.parent;
  if (!ts.isCallExpression(call) || call.arguments.length < 2 || call.arguments[0] !== node) return false;
  let callee = call.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression;
  return ts.isIdentifier(callee) && /^(?:it|test|describe)$/.test(callee.text);
}

/**
 * Whether a string has three words, and is neither SQL nor Lua.
 * @param {string} text
 */
function isMessage(text) {
  return (
    /\w\s+\S*\w\S*\s+\S*\w/.test(text) && !/redis\.call|\b(?:SELECT|INSERT|UPDATE|CREATE)\b|^\s*local \w/m.test(text)
  );
}
