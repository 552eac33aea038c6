import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { versionsOf } from '../calls/start-run.ts';
import { prettyJson } from '../json.ts';
import type { Store } from '../store.ts';
import { type DefinitionChange, type ModelDefinition, type ToolState, toolKey } from '../tool.ts';
import { Empty, Waiting } from './empty.tsx';
import { Fold } from './fold.tsx';
import { Code, CopyButton, Text } from './text.tsx';

const install = 'npm install --save-dev @toolwire/models';
const option = "inspector: { models: () => import('@toolwire/models/describe') }";

/** The definition of a tool for each model API, loaded when its tab is opened. */
export function ModelsView({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode {
  const [newest] = versionsOf(tool, store.tools.value);
  const [definitions, setDefinitions] = useState<readonly ModelDefinition[]>([]);
  const [problem, setProblem] = useState('');
  const load = async (): Promise<void> => {
    const { apis } = await store.server.readModels(toolKey(tool), store.credentials());
    setProblem('');
    setDefinitions(apis);
  };
  const failed = (thrown: unknown): void =>
    setProblem(thrown instanceof Error ? thrown.message : 'The definitions could not be loaded.');
  useEffect(() => {
    if (store.hasModels.value) load().catch(failed);
  }, [store, tool]);
  if (!store.hasModels.value) return <HowToEnable />;
  return (
    <>
      {problem !== '' && (
        <p class="error" role="alert">
          <Text text={problem} />
        </p>
      )}
      {newest !== undefined && newest.version !== tool.version && (
        <p class="hint">Models get only version {newest.version}, unless all versions are published.</p>
      )}
      {problem === '' && definitions.length === 0 && <Waiting title="Loading the definitions" />}
      {problem === '' && definitions.length > 0 && <Definitions definitions={definitions} />}
    </>
  );
}

/** Shown when the server has no `models` option. */
function HowToEnable(): VNode {
  return (
    <Empty icon="box" title="See what models receive">
      <p>
        To see the definitions for OpenAI, Anthropic, Gemini, the AI SDK and LangChain, with warnings, run{' '}
        <code>{install}</code> and set <code>{option}</code>.
      </p>
      <CopyButton title="Copy the option" text={option} />
    </Empty>
  );
}

function Definitions({ definitions }: { readonly definitions: readonly ModelDefinition[] }): VNode {
  const [first, ...others] = definitions;
  const shared = first?.changes.filter((change) => others.every(({ changes }) => changes.some(isSame(change)))) ?? [];
  return (
    <>
      {shared.length > 0 && (
        <section aria-label="All APIs">
          <h3>All APIs</h3>
          <Changes changes={shared} />
        </section>
      )}
      {definitions.map((one) => (
        <Api key={one.api} made={one} shared={shared} />
      ))}
    </>
  );
}

function Api({
  made,
  shared,
}: {
  readonly made: ModelDefinition;
  readonly shared: readonly DefinitionChange[];
}): VNode {
  const { api, name, definition, changes, strict } = made;
  const own = changes.filter((change) => !shared.some(isSame(change)));
  return (
    <section class="api" aria-label={api} data-api={api}>
      <h3>
        {api}
        {strict !== undefined && (
          <span class="mark">{strict.definition === undefined ? 'not strict' : 'strict mode available'}</span>
        )}
      </h3>
      <p class="hint">
        Model-facing name:{' '}
        <code>
          <Text text={name} most={100} />
        </code>
        {changes.length === 0 && ' (schema unchanged)'}
      </p>
      <Changes changes={own} />
      <Definition title="Definition" of={api} text={definition} />
      {strict?.definition !== undefined && (
        <Definition title="Definition in strict mode" of={api} text={strict.definition} />
      )}
      {strict !== undefined && strict.reasons.length > 0 && (
        <>
          <p class="hint">Differences in strict mode:</p>
          <Changes changes={strict.reasons} />
        </>
      )}
    </section>
  );
}

interface DefinitionProps {
  readonly title: string;
  readonly of: string;
  readonly text: string;
}

function Definition({ title, of, text }: DefinitionProps): VNode {
  return <Fold title={title}>{() => <Code label={`${title} for ${of}`} text={prettyJson(text)} />}</Fold>;
}

function Changes({ changes }: { readonly changes: readonly DefinitionChange[] }): VNode | null {
  if (changes.length === 0) return null;
  return (
    <ul class="changes warning">
      {changes.map(({ code, pointer, message }, index) => (
        <li key={index} data-code={code}>
          {pointer !== '' && (
            <>
              <code>
                <Text text={pointer} most={200} />
              </code>
              :{' '}
            </>
          )}
          <Text text={message} />
        </li>
      ))}
    </ul>
  );
}

function isSame(one: DefinitionChange): (other: DefinitionChange) => boolean {
  return ({ code, pointer, message }) => one.code === code && one.pointer === pointer && one.message === message;
}
