/** One time at which to do something; setting it again moves it. It holds no process alive. */
export interface Alarm {
  readonly isSet: boolean;
  set(ms: number): void;
  clear(): void;
}

export function createAlarm(ring: () => void): Alarm {
  let timer: NodeJS.Timeout | null = null;
  const clear = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  return {
    get isSet() {
      return timer !== null;
    },
    set(ms) {
      clear();
      timer = setTimeout(() => {
        timer = null;
        ring();
      }, ms);
      timer.unref();
    },
    clear,
  };
}
