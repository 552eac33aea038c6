import { ownRange, ranges } from './templates.ts';

/** The supported frameworks, by package. Next.js comes first because a Next.js app may also depend on another framework. */
export const frameworkNames = ['next', 'express', 'koa', 'fastify', 'hono'] as const;

export type FrameworkName = (typeof frameworkNames)[number];

/** How tools are mounted in a framework. */
export interface Framework {
  /** The code that creates the app, with its variable name; not set for file-based frameworks. */
  readonly creation?: RegExp;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly typeDependencies?: Readonly<Record<string, string>>;
  /** The imports, by module. */
  readonly imports: Readonly<Record<string, string>>;
  /** The code after the creation of the app, with the variables of the app and of the tools. */
  readonly lines: (app: string, path: string, tools: string) => readonly string[];
}

/** Matches the variable that is assigned this expression. */
const assignedFrom = (expression: string): RegExp =>
  new RegExp(`^(?:export )?(?:const|let|var) (\\w+)(?:: [\\w.<>]+)? = (?:await )?${expression}`, 'm');

/** A hint: tools read the user from `principal`, not from the app's middleware. */
const signInNote = (example: string): readonly string[] => [
  '// Tools for AI models. Anyone can call them. Add your authentication before them, and pass the user as `principal`:',
  `// ${example}`,
];

/** How tools are mounted in each framework. */
export const frameworks: Readonly<Record<FrameworkName, Framework>> = {
  next: {
    dependencies: { '@toolwire/fetch': ownRange },
    imports: {},
    lines: () => [],
  },
  express: {
    creation: assignedFrom(String.raw`express\(`),
    dependencies: { '@toolwire/express': ownRange },
    imports: { '@toolwire/express': '{ mountTools }' },
    lines: (app, path, tools) => [
      ...signInNote(
        `${app}.use('${path}', signIn, mountTools(${tools}, { principal: (request) => ({ id: request.user.id }) }))`,
      ),
      `${app}.use('${path}', mountTools(${tools}));`,
    ],
  },
  koa: {
    creation: assignedFrom(String.raw`new Koa\b`),
    dependencies: { '@toolwire/koa': ownRange, 'koa-mount': ranges['koa-mount'] },
    typeDependencies: { '@types/koa-mount': ranges['@types/koa-mount'] },
    imports: { '@toolwire/koa': '{ mountTools }', 'koa-mount': 'mount' },
    lines: (app, path, tools) => [
      ...signInNote(
        `mount('${path}', mountTools(${tools}, { principal: (context) => ({ id: context.state.user.id }) }))`,
      ),
      `${app}.use(mount('${path}', mountTools(${tools})));`,
    ],
  },
  fastify: {
    creation: assignedFrom(String.raw`[fF]astify\(`),
    dependencies: { '@toolwire/fastify': ownRange },
    imports: { '@toolwire/fastify': '{ mountTools }' },
    lines: (app, path, tools) => [
      ...signInNote(`{ prefix: '${path}', server: ${tools}, principal: (request) => ({ id: request.user.id }) }`),
      `${app}.register(mountTools, { prefix: '${path}', server: ${tools} });`,
    ],
  },
  hono: {
    creation: assignedFrom(String.raw`new (?:OpenAPI)?Hono\b`),
    dependencies: { '@toolwire/fetch': ownRange },
    imports: { '@toolwire/fetch': '{ createFetchHandler }' },
    lines: (app, path, tools) => [
      ...signInNote("handleTools(context.req.raw, { principal: { id: context.get('user').id } })"),
      `const handleTools = createFetchHandler(${tools}, { basePath: '${path}' });`,
      `${app}.all('${path}/*', async (context, next) => (await handleTools(context.req.raw)) ?? next());`,
    ],
  },
};
