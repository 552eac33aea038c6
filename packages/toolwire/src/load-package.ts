import { isModuleNotFound, isObject, StartupError } from '@toolwire/internal';

/**
 * Loads a function of a package on demand, so that only the users of an option must install it. The path is a value, so that the build
 * leaves the package out of this one.
 */
export async function loadFunction<Loaded extends (...args: never[]) => unknown>(
  path: string,
  name: string,
  option: string,
): Promise<Loaded> {
  const packageName = path.split('/').slice(0, 2).join('/');
  let module: unknown;
  try {
    module = await import(path);
  } catch (cause) {
    // The installed version doesn't have this path.
    if (isObject(cause) && cause['code'] === 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw versionError(packageName, cause);
    if (!isModuleNotFound(cause)) throw cause;
    throw new StartupError(
      'TW_PACKAGE_MISSING',
      `toolwire({ ${option} }) needs the package ${packageName}. Run: npm install ${packageName}`,
      { cause },
    );
  }
  const loaded = isObject(module) ? module[name] : undefined;
  if (isLoaded<Loaded>(loaded)) return loaded;
  throw versionError(packageName);
}

function versionError(packageName: string, cause?: unknown): StartupError {
  return new StartupError('TW_PACKAGE_MISSING', `${packageName} and toolwire have different versions. Update both.`, {
    cause,
  });
}

/** Returns a function that loads something once. After a failure, the next call tries again, for example after an installation. */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

function isLoaded<Loaded>(value: unknown): value is Loaded {
  return typeof value === 'function';
}
