import { type ExportResult, ExportResultCode } from '@opentelemetry/core';

/** Told that a batch of a signal was lost. */
export type ExportFailed = (signal: 'traces' | 'metrics') => void;

interface Exporter<Batch> {
  export(batch: Batch, done: (result: ExportResult) => void): void;
}

/** The same exporter; `failed` hears of every batch that it could not hand over. */
export const watched = <Batch, Kind extends Exporter<Batch>>(
  exporter: Kind & Exporter<Batch>,
  failed: () => void,
): Kind => {
  const send = exporter.export.bind(exporter);
  exporter.export = (batch: Batch, done: (result: ExportResult) => void): void => {
    send(batch, (result) => {
      if (result.code === ExportResultCode.FAILED) failed();
      done(result);
    });
  };
  return exporter;
};
