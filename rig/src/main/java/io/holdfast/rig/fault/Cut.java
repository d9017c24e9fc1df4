package io.holdfast.rig.fault;

import io.holdfast.rig.group.Group;
import io.holdfast.rig.group.Member;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Links that drop all packets.
 *
 * @param links from member to member, in one direction each
 */
record Cut(Group group, List<Link> links, Set<String> touched, Set<String> minority)
        implements Fault {

    /** Packets from {@code from} do not reach {@code to}. */
    record Link(int from, int to) {}

    /** Separates the member, and as many more as fit in a minority, from the others. */
    static Cut minority(Group group, Member first, Random random) {
        int room = (group.size() - 1) / 2;
        int size = room == 0 ? 0 : 1 + random.nextInt(room);
        List<Integer> inside = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            inside.add((group.indexOf(first) + i) % group.size());
        }
        List<Link> links = new ArrayList<>();
        for (int one : inside) {
            for (int other = 0; other < group.size(); other++) {
                if (!inside.contains(other)) {
                    links.add(new Link(one, other));
                    links.add(new Link(other, one));
                }
            }
        }
        Set<String> names = new HashSet<>();
        inside.forEach(node -> names.add(group.members().get(node).name()));
        return new Cut(group, links, names, names);
    }

    /**
     * The member receives nothing from the others: it cannot learn what was committed, and so
     * decides nothing.
     */
    static Cut deaf(Group group, Member member) {
        List<Link> links = new ArrayList<>();
        int node = group.indexOf(member);
        for (int other = 0; other < group.size(); other++) {
            if (other != node) {
                links.add(new Link(other, node));
            }
        }
        Set<String> name = Set.of(member.name());
        return new Cut(group, links, name, name);
    }

    static Cut link(Group group, Member one, Member other) {
        int a = group.indexOf(one);
        int b = group.indexOf(other);
        return new Cut(
                group,
                List.of(new Link(a, b), new Link(b, a)),
                Set.of(one.name(), other.name()),
                Set.of());
    }

    @Override
    public void inject() throws IOException {
        for (Link link : links) {
            group.network().cut(link.from(), link.to());
        }
    }

    @Override
    public boolean takesProcesses() {
        return false;
    }

    @Override
    public @Nullable String doubt() throws IOException {
        return group.network().dropped() > 0 ? null : "no packet was dropped on " + links;
    }

    @Override
    public void heal() throws IOException {
        group.network().heal();
    }
}
