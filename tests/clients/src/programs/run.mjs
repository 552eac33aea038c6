// Makes one client do what the table has a column for, and prints what was seen as the last line. It runs in the folder
// where the client is installed, so it knows no package of this workspace.
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

const { url, pagedUrl, controlUrl, without } = JSON.parse(process.argv[2]);
const { connect } = await import('./adapter.mjs');
const names = ['add', 'weather', 'note', 'count', 'sleep', 'report', 'send', 'tree'];

const leaf = { name: 'd', children: [] };
/** The calls, and the following checks. */
const calls = {
  add: ['add', { a: 1200, b: 34 }],
  weather: ['weather', { city: 'Oslo' }],
  note: ['note', {}],
  invalid: ['add', { a: 'twelve', b: 34 }],
  report: ['report', {}],
  email: ['send', { kind: 'email', to: 'ada@example.com' }],
  sms: ['send', { kind: 'sms', number: '+47 123' }],
  tree: ['tree', { root: { name: 'a', children: [{ name: 'b', children: [leaf] }, leaf] } }],
};

/** Every string in a value, at any depth. */
function textsIn(value) {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Whether a value contains an object with these fields. */
function holds(value, member, wanted) {
  if (typeof value !== 'object' || value === null) return false;
  return value[member] === wanted || Object.values(value).some((one) => holds(one, member, wanted));
}

const isListed = (listed, name) => listed.some((one) => one === name || one.endsWith(name));
const control = async () => (await fetch(controlUrl)).json();

async function until(condition, ms) {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    if (await condition()) return true;
    await wait(100);
  }
  return false;
}

/** What a caller gets to see: the answer, or the words of what is thrown instead. */
async function seen(call) {
  try {
    return { answer: await call() };
  } catch (thrown) {
    return { thrown: String(thrown?.message ?? thrown) };
  }
}

const looks = {
  list: async ({ list }) => {
    const listed = await list();
    const missing = names.filter((name) => !isListed(listed, name));
    return missing.length === 0 ? 'yes' : `without ${missing.join(', ')}`;
  },
  'all pages': async () => {
    const client = await connect({ url: pagedUrl });
    try {
      const listed = await client.list();
      return names.every((name) => isListed(listed, name)) ? 'yes' : 'first page only';
    } finally {
      await client.close();
    }
  },
  call: async ({ call }) => {
    const answer = await call(...calls.add);
    return JSON.stringify(answer).includes('1234') ? 'yes' : 'no';
  },
  'structured result': async ({ call, reader }) => {
    const answer = await call(...calls.weather);
    if (holds(answer, 'celsius', 21)) return 'yes';
    if (!textsIn(answer).some((text) => text.includes('"celsius":21'))) return 'no';
    return reader === 'model' ? 'yes' : 'as text';
  },
  'plain text': async ({ call }) => {
    const texts = textsIn(await call(...calls.note)).filter((text) => text.includes('Title'));
    if (!texts.includes('# Title\n"x"')) return texts.length > 0 ? 'as JSON' : 'no';
    return texts.length === 1 ? 'yes' : 'with a copy';
  },
  'invalid input': async ({ call }) => {
    const { answer, thrown } = await seen(() => call(...calls.invalid));
    const texts = thrown === undefined ? textsIn(answer) : [thrown];
    if (texts.some((text) => text.includes('-32602') && !text.includes('number'))) return 'an error of the protocol';
    return texts.some((text) => /number/i.test(text)) ? 'yes' : 'no reason';
  },
  progress: async ({ call }) => {
    const reported = [];
    await call('count', { to: 12 }, { onProgress: (one) => reported.push(one) });
    return reported.length >= 2 ? 'yes' : 'no';
  },
  cancel: async ({ call }) => {
    const stop = new AbortController();
    const { started } = await control();
    const running = seen(() => call('sleep', { ms: 12_000 }, { signal: stop.signal }));
    if (!(await until(async () => (await control()).started > started, 200_000))) return 'the call does not start';
    const { aborted } = await control();
    stop.abort();
    const ended = await until(async () => (await control()).aborted > aborted, 8000);
    await running;
    return ended ? 'yes' : 'the tool runs on';
  },
  artifact: async ({ call }) => {
    const { answer, thrown } = await seen(() => call(...calls.report));
    if (thrown !== undefined) return 'throws';
    const texts = textsIn(answer);
    if (!texts.some((text) => text.includes('http'))) return 'no address';
    return texts.some((text) => text.includes('rows.csv')) ? 'yes' : 'without its name';
  },
  union: async ({ call }) => {
    const email = await call(...calls.email);
    const sms = await call(...calls.sms);
    return /sent email/.test(JSON.stringify(email)) && /sent sms/.test(JSON.stringify(sms)) ? 'yes' : 'no';
  },
  recursive: async ({ call }) => {
    const answer = await call(...calls.tree);
    return /4 nodes/.test(JSON.stringify(answer)) ? 'yes' : 'no';
  },
};

// Its child processes end with it.
process.on('SIGTERM', () => process.exit(1));
const result = {};
const client = await connect({ url });
await client.expect?.(Object.values(calls));
for (const [name, look] of Object.entries(looks)) {
  if (without.includes(name)) {
    result[name] = '–';
    continue;
  }
  const answer = await Promise.race([seen(() => look(client)), wait(240_000, { thrown: 'no answer in four minutes' })]);
  result[name] = answer.answer ?? `throws: ${answer.thrown.split('\n')[0].slice(0, 120)}`;
}
await Promise.race([client.close(), wait(2000)]);
process.stdout.write(`\n${JSON.stringify(result)}\n`, () => process.exit(0));
