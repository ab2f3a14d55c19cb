export { createStatusStore, type ListedSession, type Offer, type StatusStore } from './store/status-store.ts';
export { chooseServer, orderServers } from './view/order.ts';
export { codeWords, counted, tokensText } from './words/counted.ts';
export { createFormats, type FormatOptions, type Formats } from './words/formats.ts';
export { phraseText, type Instant, type Phrase } from './words/phrase.ts';
export { statusSign, type StatusShape, type StatusSign } from './words/status-sign.ts';
export { clientActions, type ExplorerActions, type ResetOffer } from './view/actions.ts';
export { firstPlace, showPlace, type Place, type Shown } from './view/place.ts';
