import type { DescribedChange } from '@toolwire/internal';
import type { VNode } from 'preact';
import type { ModelDefinition, ToolState } from '../../../server-state.ts';
import { prettyJson } from '../../json.ts';
import type { Store } from '../../store.ts';
import { toolKey, versionsOf } from '../../tools.ts';
import { CopyButton, Fold } from '../controls.tsx';
import { Alert, Empty, Loading } from '../notices.tsx';
import { Code, Text } from '../text.tsx';
import { useLoaded } from '../use-loaded.ts';

const installCommand = 'npm install --save-dev @toolwire/models';
const modelsOption = "inspector: { models: () => import('@toolwire/models/describe') }";

/** The definition of a tool for each model API, loaded when its tab is opened. */
export function ModelsView({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode {
  return store.hasModels.value ? <LoadedModels store={store} tool={tool} /> : <NoModels />;
}

function LoadedModels({ store, tool }: { readonly store: Store; readonly tool: ToolState }): VNode {
  const [latest] = versionsOf(tool, store.tools.value);
  const { data: definitions, problem } = useLoaded(store, tool, readModels);
  if (problem !== undefined) return <Alert message={problem} />;
  if (definitions === undefined) return <Loading title="Loading the definitions" />;
  return (
    <>
      {latest !== undefined && latest.version !== tool.version && (
        <p class="hint">Models get only version {latest.version}, unless all versions are published.</p>
      )}
      <Definitions definitions={definitions} />
    </>
  );
}

function readModels(store: Store, tool: ToolState): Promise<readonly ModelDefinition[]> {
  return store.client.readModels(toolKey(tool), store.credentials());
}

/** Shown when the server has no `models` option. */
function NoModels(): VNode {
  return (
    <Empty icon="box" title="See what models receive">
      <p>
        Run <code>{installCommand}</code> and set <code>{modelsOption}</code>.
      </p>
      <CopyButton title="Copy the option" text={modelsOption} />
    </Empty>
  );
}

function Definitions({ definitions }: { readonly definitions: readonly ModelDefinition[] }): VNode {
  const [first, ...others] = definitions;
  const shared = first?.changes.filter((change) => others.every(({ changes }) => hasChange(changes, change))) ?? [];
  return (
    <>
      {shared.length > 0 && (
        <section aria-label="All APIs">
          <h3>All APIs</h3>
          <Changes changes={shared} />
        </section>
      )}
      {definitions.map((definition) => (
        <ApiDefinition key={definition.api} model={definition} shared={shared} />
      ))}
    </>
  );
}

interface ApiDefinitionProps {
  readonly model: ModelDefinition;
  /** The changes that all APIs have, which are shown above. */
  readonly shared: readonly DescribedChange[];
}

function ApiDefinition({ model, shared }: ApiDefinitionProps): VNode {
  const { api, name, definition, changes, strict } = model;
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
          <Text text={name} maxLength={100} />
        </code>
        {changes.length === 0 && ' (schema unchanged)'}
      </p>
      <Changes changes={changes.filter((change) => !hasChange(shared, change))} />
      <Definition title="Definition" api={api} text={definition} />
      {strict?.definition !== undefined && (
        <Definition title="Definition in strict mode" api={api} text={strict.definition} />
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
  readonly api: string;
  readonly text: string;
}

function Definition({ title, api, text }: DefinitionProps): VNode {
  return <Fold title={title}>{() => <Code label={`${title} for ${api}`} text={prettyJson(text)} />}</Fold>;
}

function Changes({ changes }: { readonly changes: readonly DescribedChange[] }): VNode | null {
  if (changes.length === 0) return null;
  return (
    <ul class="changes warning">
      {changes.map(({ code, pointer, message }, index) => (
        <li key={index} data-code={code}>
          {pointer !== '' && (
            <>
              <code>
                <Text text={pointer} maxLength={200} />
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

function hasChange(changes: readonly DescribedChange[], change: DescribedChange): boolean {
  return changes.some(
    ({ code, pointer, message }) => code === change.code && pointer === change.pointer && message === change.message,
  );
}
