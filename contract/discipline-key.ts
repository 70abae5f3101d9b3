/** A discipline as the cascade lists it. */
export interface ListedCourse {
  readonly id: number;
  readonly isSelect: boolean;
  readonly kredit: number;
}

/** What tells one taught discipline from another: id, kind and credits, as it stands in the address. */
export const disciplineKey = ({ id, isSelect, kredit }: ListedCourse): string => `${id}.${isSelect ? 1 : 0}.${kredit}`;
