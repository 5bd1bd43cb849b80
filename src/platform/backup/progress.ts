/** Receives the current step, such as `table 3 of 60, signatures`. */
export type Progress = (step: string) => void;
