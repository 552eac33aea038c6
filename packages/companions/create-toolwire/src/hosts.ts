import { ownRange, ranges } from './versions.ts';

/** The hosts that an app may be built on, by the package that it then depends on. Next.js comes first: it may have others beside it. */
export const hostNames = ['next', 'express', 'koa', 'fastify', 'hono'] as const;

/** One of the hosts. */
export type HostName = (typeof hostNames)[number];

/** How tools are mounted on a host. */
export interface Host {
  /** How an app says that it makes one, with its name; none where files alone decide. */
  readonly creation?: RegExp;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly typeDependencies?: Readonly<Record<string, string>>;
  /** What is imported, by where from. */
  readonly imports: Readonly<Record<string, string>>;
  /** What follows the making of the app. */
  readonly lines: (app: string, path: string) => readonly string[];
}

const madeBy = (what: string): RegExp =>
  new RegExp(`^(?:export )?(?:const|let|var) (\\w+)(?:: [\\w.<>]+)? = (?:await )?${what}`, 'm');

/** A sign-in alone names nobody to the tools: `principal` does. */
const signInNote = (how: string): readonly string[] => [
  '// Tools for AI models, which anybody may call. What signs your users in comes before them, and `principal` says who calls:',
  `// ${how}`,
];

/** How each host has its tools. */
export const hosts: Readonly<Record<HostName, Host>> = {
  next: {
    dependencies: { '@toolwire/fetch': ownRange },
    imports: {},
    lines: () => [],
  },
  express: {
    creation: madeBy(String.raw`express\(`),
    dependencies: { '@toolwire/express': ownRange },
    imports: { '@toolwire/express': '{ mountTools }' },
    lines: (app, path) => [
      ...signInNote(
        `${app}.use('${path}', signIn, mountTools(tools, { principal: (request) => ({ id: request.user.id }) }))`,
      ),
      `${app}.use('${path}', mountTools(tools));`,
    ],
  },
  koa: {
    creation: madeBy(String.raw`new Koa\b`),
    dependencies: { '@toolwire/koa': ownRange, 'koa-mount': ranges['koa-mount'] },
    typeDependencies: { '@types/koa-mount': ranges['@types/koa-mount'] },
    imports: { '@toolwire/koa': '{ mountTools }', 'koa-mount': 'mount' },
    lines: (app, path) => [
      ...signInNote(`mount('${path}', mountTools(tools, { principal: (context) => ({ id: context.state.user.id }) }))`),
      `${app}.use(mount('${path}', mountTools(tools)));`,
    ],
  },
  fastify: {
    creation: madeBy(String.raw`[fF]astify\(`),
    dependencies: { '@toolwire/fastify': ownRange },
    imports: { '@toolwire/fastify': '{ mountTools }' },
    lines: (app, path) => [
      ...signInNote(`{ prefix: '${path}', server: tools, principal: (request) => ({ id: request.user.id }) }`),
      `${app}.register(mountTools, { prefix: '${path}', server: tools });`,
    ],
  },
  hono: {
    creation: madeBy(String.raw`new (?:OpenAPI)?Hono\b`),
    dependencies: { '@toolwire/fetch': ownRange },
    imports: { '@toolwire/fetch': '{ createFetchHandler }' },
    lines: (app, path) => [
      ...signInNote("handleTools(context.req.raw, { principal: { id: context.get('user').id } })"),
      `const handleTools = createFetchHandler(tools, { basePath: '${path}' });`,
      `${app}.all('${path}/*', async (context, next) => (await handleTools(context.req.raw)) ?? next());`,
    ],
  },
};
