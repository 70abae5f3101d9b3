-- What a discipline ended with, where the university tells it: points of a hundred. The marks that follow from them are
-- the university's scale, which the transcript prints.
alter table discipline_result add column points smallint
  constraint discipline_result_points check (points between 0 and 100);

create table final_mark (
  points_from smallint primary key constraint final_mark_points check (points_from between 0 and 100),
  letter text not null,
  -- Counts in the average, weighted by credits.
  value numeric(3,2) not null constraint final_mark_value check (value between 0 and 4),
  name_ru text not null, name_kg text not null, name_en text not null
);
insert into final_mark values
  (87, 'A', 4.0, 'отлично', 'эң жакшы', 'excellent'),
  (80, 'B', 3.33, 'хорошо', 'жакшы', 'good'),
  (74, 'C', 3.0, 'хорошо', 'жакшы', 'good'),
  (68, 'D', 2.33, 'удовлетворительно', 'канааттандырарлык', 'satisfactory'),
  (61, 'E', 2.0, 'удовлетворительно', 'канааттандырарлык', 'satisfactory'),
  (31, 'FX', 0, 'неудовлетворительно', 'канааттандырарлык эмес', 'unsatisfactory'),
  (0, 'F', 0, 'неудовлетворительно', 'канааттандырарлык эмес', 'unsatisfactory');
