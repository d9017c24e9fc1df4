package io.holdfast.sim.cluster;

import io.holdfast.log.directory.Identity;
import io.holdfast.log.raft.ClusterOptions;
import io.holdfast.log.raft.PeerAddress;
import io.holdfast.log.raft.StoredGroup;
import io.holdfast.sim.Chance;
import io.holdfast.sim.Marks;
import io.holdfast.sim.cluster.client.Edge;
import io.holdfast.sim.cluster.member.SimLog;
import io.holdfast.sim.cluster.member.SimMember;
import io.holdfast.sim.cluster.raft.Disk;
import io.holdfast.sim.cluster.world.Network;
import io.holdfast.sim.cluster.world.SimProcess;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** Lets the faults of the schedule happen, and ends each. */
final class Injector {

    private static final long DAY_MILLIS = 86_400_000L;
    private static final int PEER_PORT = 6400;

    private final Cluster cluster;
    private final Operator operator;
    private final Edge edge;
    private final List<String> clients;
    private final Marks marks;

    Injector(Cluster cluster, Operator operator, Edge edge, List<String> clients, Marks marks) {
        this.cluster = cluster;
        this.operator = operator;
        this.edge = edge;
        this.clients = clients;
        this.marks = marks;
    }

    void schedule(List<Fault> faults) {
        for (Fault fault : faults) {
            cluster.events().after(fault.atNanos(), () -> {
                marks.hit("fault " + fault.kind());
                edge.truth().note(() -> "fault " + fault);
                inject(fault, new Chance(fault.draw()));
            });
        }
    }

    private void after(Fault fault, Runnable heal) {
        cluster.events().after(fault.forNanos(), heal);
    }

    private void inject(Fault fault, Chance chance) {
        List<SimMember> members = cluster.members();
        SimMember member = members.get(chance.below(members.size()));
        SimMember leader = cluster.leader();
        if (leader != null && chance.coin()) {
            // Half of the faults concern the leader.
            member = leader;
        }
        SimMember chosen = member;
        switch (fault.kind()) {
            case CUT_PAIR, CUT_ONE_WAY, ISOLATE, MUTE, SPLIT -> partition(fault, chance, chosen);
            case CUT_CLIENT -> cutClient(fault, chance);
            case BAD_NETWORK -> {
                String name = fault.toString();
                cluster.network().worsen(name, chance.between(20, 300), chance.between(1, 40));
                after(fault, () -> cluster.network().improve(name));
            }
            case PAUSE -> pause(fault, chosen);
            case KILL -> kill(fault, chosen);
            case KILL_ALL -> List.copyOf(members).forEach(each -> kill(fault, each));
            case STOP -> chosen.stop();
            case DISK_FULL -> disk(fault, chosen, Disk.Health.FULL);
            case DISK_SLOW -> disk(fault, chosen, Disk.Health.SLOW);
            case SYNC_FAILS -> disk(fault, chosen, Disk.Health.FAILING);
            case LAG -> lag(fault, chosen);
            case ELECT -> inProcess(chosen, log -> log.node().campaign(false));
            case TRANSFER -> {
                if (leader != null) {
                    inProcess(leader, log -> log.node().transfer(chosen.name()));
                }
            }
            case WALL_JUMP -> chosen.jumpWall(chance.between(-DAY_MILLIS, DAY_MILLIS));
            case REPLACE -> operator.replace(chosen);
            case REMOVE -> operator.removeAndAdd(chosen);
            case ADD -> operator.add();
            case REVOKE -> edge.revoke(chance.below(1_000));
            case FOREIGN_DIRECTORY -> startForeign(fault, chance, chosen);
        }
    }

    private interface InLog {
        void run(SimLog log);
    }

    private static void inProcess(SimMember member, InLog task) {
        SimProcess process = member.process();
        SimLog log = member.log();
        if (process != null && log != null) {
            process.run(() -> task.run(log));
        }
    }

    private record Link(String from, String to) {}

    private void partition(Fault fault, Chance chance, SimMember member) {
        List<String> names = cluster.members().stream().map(SimMember::name).toList();
        String one = member.name();
        String other = names.get(chance.below(names.size()));
        List<Link> links = new ArrayList<>();
        switch (fault.kind()) {
            case CUT_PAIR -> {
                links.add(new Link(one, other));
                links.add(new Link(other, one));
            }
            case CUT_ONE_WAY -> links.add(new Link(one, other));
            case ISOLATE -> names.forEach(name -> links.add(new Link(name, one)));
            case MUTE -> names.forEach(name -> links.add(new Link(one, name)));
            default -> {
                List<String> minority = new ArrayList<>(List.of(one));
                for (String name : names) {
                    if (minority.size() < (names.size() - 1) / 2 && !name.equals(one)) {
                        minority.add(name);
                    }
                }
                for (String in : minority) {
                    for (String out : names) {
                        if (!minority.contains(out)) {
                            links.add(new Link(in, out));
                            links.add(new Link(out, in));
                        }
                    }
                }
            }
        }
        cut(fault, links);
    }

    private void cutClient(Fault fault, Chance chance) {
        String client = clients.get(chance.below(clients.size()));
        boolean answersOnly = chance.coin();
        List<Link> links = new ArrayList<>();
        for (SimMember member : cluster.members()) {
            links.add(new Link(member.name(), client));
            if (!answersOnly) {
                links.add(new Link(client, member.name()));
            }
        }
        cut(fault, links);
    }

    private void cut(Fault fault, List<Link> links) {
        Network network = cluster.network();
        links.forEach(link -> network.cut(link.from(), link.to()));
        after(fault, () -> links.forEach(link -> network.heal(link.from(), link.to())));
    }

    private void pause(Fault fault, SimMember member) {
        SimProcess process = member.process();
        if (process != null && !process.isPaused()) {
            process.pause();
            after(fault, process::resume);
        }
    }

    private void kill(Fault fault, SimMember member) {
        if (!operator.isChanging(member)) {
            member.kill();
            operator.keepDown(member);
            after(fault, () -> operator.release(member));
        }
    }

    private void disk(Fault fault, SimMember member, Disk.Health health) {
        Disk disk = member.disk();
        if (disk.health() != Disk.Health.GOOD) {
            return;
        }
        disk.become(health);
        operator.keepDown(member);
        after(fault, () -> {
            disk.become(Disk.Health.GOOD);
            operator.release(member);
        });
    }

    private void lag(Fault fault, SimMember member) {
        SimProcess process = member.process();
        SimLog log = member.log();
        if (process != null && log != null) {
            log.node().lag(true);
            after(fault, () -> process.run(() -> log.node().lag(false)));
        }
    }

    /** Starts a member with the flags of the cluster and the directory of another one. */
    private void startForeign(Fault fault, Chance chance, SimMember member) {
        if (operator.isChanging(member) || operator.isBusy()) {
            return;
        }
        member.kill();
        operator.keepDown(member);
        SortedMap<String, PeerAddress> peers = new TreeMap<>();
        for (int i = 0; i < cluster.members().size(); i++) {
            peers.put(cluster.members().get(i).name(), new PeerAddress("h" + i, PEER_PORT));
        }
        UUID other = new UUID(chance.next(), 1);
        String name = member.name();
        StoredGroup directory = new StoredGroup(
                Path.of(name),
                new Identity(other, name, Identity.Log.RAFT),
                new TreeMap<>(Map.of(name, String.valueOf(peers.get(name)))),
                10);
        try {
            ClusterOptions flags = new ClusterOptions(name, peers, null, false, null);
            edge.plants().reconcile(directory, flags);
            member.startAlone(other.toString());
        } catch (IOException e) {
            marks.hit("directory of another cluster refused");
        }
        after(fault, () -> {
            if (!member.isOf(Cluster.NAME)) {
                member.kill();
            }
            operator.release(member);
        });
    }
}
