/** Whether a stored figure is a measurement: older systems wrote 0 for "not measured". */
export function isMeasured(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value > 0;
}
