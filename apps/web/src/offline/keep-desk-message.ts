/**
 * Type of the message with which the page asks the service worker to keep the coordinator's pages
 * on this device.
 */
export const KEEP_DESK = 'KEEP_DESK';
