// Who uses the dashboard, as the server says. What the role does not allow is not offered.

const ROLES = ['reader', 'user', 'lock-breaker', 'admin', 'operator'];

export const session = {
  who: null,

  know(who) {
    this.who = who;
  },
};

/** Returns whether the role includes the needed one; an unknown role is tried. */
export function roleOf(needed) {
  const role = session.who?.role;
  return role === undefined || ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
