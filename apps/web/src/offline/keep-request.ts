/** Files that the service worker stores on request: on every device, or on coordinators' devices. */
export type FileGroup = 'later' | 'desk';

/** What a page sends to the service worker, with a port for the answer: whether all files are stored. */
export interface KeepRequest {
  type: 'KEEP';
  group: FileGroup;
}

export function isKeepRequest(message: unknown): message is KeepRequest {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    message.type === 'KEEP' &&
    'group' in message &&
    (message.group === 'later' || message.group === 'desk')
  );
}
