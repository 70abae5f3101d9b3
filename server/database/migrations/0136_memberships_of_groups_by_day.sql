-- Who was in a group on some days. By the group alone the planner of PostgreSQL 18 may go through the whole of
-- group_membership_unique for each group instead, which at 20 000 students takes 15 times as long.
drop index group_membership_by_group;
create index group_membership_by_group on group_membership (group_id, starts_on);
