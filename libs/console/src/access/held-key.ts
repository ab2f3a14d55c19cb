const place = 'witness-api-key';

/** The API key of this browser tab, where one was given; it is gone when the tab is closed. */
export const heldKey = (): string | null => sessionStorage.getItem(place);

export const holdKey = (key: string): void => {
  sessionStorage.setItem(place, key);
};

export const dropKey = (): void => {
  sessionStorage.removeItem(place);
};
